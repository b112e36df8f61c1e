import Foundation

/// Tells when something in folders is made, removed or opened to others (inotify).
final class FolderWatch: Sendable {
    private let watch: Int32
    /// A byte in it wakes the one who waits.
    private let pipeEnds: (read: Int32, write: Int32)

    /// - Returns: Nil if the system has no watches left or a folder is not there.
    init?(folders: [String]) {
        let events = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM
        let watch = inotify_init1(Int32(O_NONBLOCK) | Int32(O_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        guard watch >= 0 else { return nil }
        let isWatching = folders.allSatisfy { inotify_add_watch(watch, $0, UInt32(events)) >= 0 }
        guard isWatching, pipe(&ends) == 0 else {
            close(watch)
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.watch = watch
        pipeEnds = (ends[0], ends[1])
    }

    deinit {
        close(watch)
        close(pipeEnds.read)
        close(pipeEnds.write)
    }

    /// Waits for a change, or until ``stop()``.
    ///
    /// - Returns: Whether there was a change.
    func wait() -> Bool {
        var files = [
            pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipeEnds.read, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&files, 2, -1) < 0 { guard errno == EINTR else { return false } }
        guard files[1].revents == 0 else { return false }
        // What changed is looked up anew; the events themselves are only emptied out.
        var events = [UInt8](repeating: 0, count: 4096)
        while read(watch, &events, events.count) > 0 {}
        return true
    }

    /// Ends the waiting, now and for ever.
    func stop() {
        var byte: UInt8 = 0
        _ = write(pipeEnds.write, &byte, 1)
    }
}
