import Foundation
import Glibc
import PreviewLink
import Synchronization

/// Where clients come in: a socket at a path, which is made anew when somebody has removed its file. What others have put there
/// instead stays.
final class LinkDoor: Sendable {
    /// How often somebody looks whether the file is there.
    static let interval = Duration.seconds(2)

    private let path: String
    private let interval: Duration
    /// Nil once it is closed.
    private let socket: Mutex<ListeningSocket?>

    /// Begins to listen.
    ///
    /// - Parameter interval: From one look at the file to the next.
    init(path: String, interval: Duration) throws(ListeningSocket.Failure) {
        self.path = path
        self.interval = interval
        socket = Mutex(try ListeningSocket(path: path))
    }

    /// Hands out who connects, on a thread of its own, until it is closed or somebody is not wanted.
    ///
    /// - Parameter take: Gets a connected socket, which is its own from then on; whether it takes more.
    func open(_ take: @escaping @Sendable (Int32) -> Bool) {
        Thread { [self] in
            // Of a path that is taken, once.
            var isTold = false
            var last: Int32 = -1
            defer { Glibc.close(last) }
            while let current = socket.withLock({ $0 }) {
                last = current.descriptor
                var poll = pollfd(fd: current.descriptor, events: Int16(POLLIN), revents: 0)
                if Glibc.poll(&poll, 1, Int32(interval / .milliseconds(1))) > 0 {
                    let descriptor = accept(current.descriptor, nil, nil)
                    if descriptor >= 0 {
                        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                        // Who has come while it was being closed is not let in.
                        guard socket.withLock({ $0 != nil }), take(descriptor) else {
                            Glibc.close(descriptor)
                            return
                        }
                    } else if errno != EINTR {
                        // For want of descriptors, say, which others may give back.
                        usleep(100_000)
                    }
                } else if current.place == .itself {
                    isTold = false
                } else {
                    renew(isTold: &isTold)
                }
            }
        }.start()
    }

    /// Removes the file, and lets nobody in any more.
    func close() {
        socket.withLock { socket in
            guard let last = socket.take() else { return }
            last.remove()
            // The thread that waits there ends. It closes the descriptor, but not before it sees that there is no socket any more.
            shutdown(last.descriptor, Int32(SHUT_RDWR))
        }
    }

    private func renew(isTold: inout Bool) {
        let message = socket.withLock { socket -> String? in
            guard let old = socket else { return nil }
            guard old.place == .nothing else {
                return "\(path) is somebody else's now: no more clients can come"
            }
            do throws(ListeningSocket.Failure) {
                socket = try ListeningSocket(path: path)
                // Nobody finds the way to it, and only this thread waits there.
                Glibc.close(old.descriptor)
                return "\(path) was removed, and is there again"
            } catch {
                return error.message
            }
        }
        guard let message else { return }
        if !isTold { StandardStreams.complain(message) }
        isTold = socket.withLock { $0?.place != .itself }
    }
}
