import Dispatch
import Foundation
import Glibc
import Synchronization

/// SIGINT and SIGTERM: the first asks the run to end with whole records, the second ends the process. One that follows at once is
/// no second one: timeout(1) sends each signal to its command and to the group that it is in. SIGHUP asks a run that has one to
/// read its configuration again; to one without it is another SIGTERM: a terminal that is closed sends it.
///
/// A handler may interrupt anything, so it only writes the signal's number into a pipe; a thread does the rest.
/// A signal that is ignored when the tool starts (`nohup`, a shell's background job) stays ignored.
enum Interruption {
    private struct Pipe {
        let reader: Int32
        let writer: Int32
    }

    /// Made before the first handler is, which then only reads it.
    private static let numbers: Pipe? = {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { return nil }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return Pipe(reader: descriptors[0], writer: descriptors[1])
    }()

    /// The signal that came first.
    private static let first = Mutex<Int32?>(nil)

    /// Calls `endRun` on a thread of its own when the first signal comes.
    ///
    /// - Parameter onHangUp: Called for SIGHUP, on another thread: it may take its time, and the other signals do not
    ///   wait for it. Nil takes that signal for another that ends the run.
    static func watch(
        onHangUp: (@Sendable () -> Void)? = nil, _ endRun: @escaping @Sendable () -> Void
    ) {
        guard let numbers else { return }
        let hangUps = DispatchQueue(label: "scanwatch.hang-up")
        let isReady = DispatchSemaphore(value: 0)
        Thread {
            // Only where somebody reads what handlers write: where memory is short there is no thread.
            for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
            isReady.signal()
            var byte: UInt8 = 0
            while true {
                guard Glibc.read(numbers.reader, &byte, 1) == 1 else { continue }
                let number = Int32(byte)
                if number == SIGHUP, let onHangUp {
                    hangUps.async(execute: onHangUp)
                    continue
                }
                let isFirst = first.withLock { first in
                    defer { first = first ?? number }
                    return first == nil
                }
                guard isFirst else { die(of: number) }
                endRun()
                discardWhatFollowsAtOnce(in: numbers)
            }
        }.start()
        _ = isReady.wait(timeout: .now() + 1)
    }

    /// Keeps a SIGHUP that comes before ``watch(onHangUp:_:)`` for it. For runs that may have a configuration to read: whoever asks
    /// for that does not know how far a start has come.
    static func keepHangUps() {
        guard numbers != nil else { return }
        handle(SIGHUP)
    }

    /// What somebody sends twice within half a second is meant once.
    private static func discardWhatFollowsAtOnce(in numbers: Pipe) {
        Thread.sleep(forTimeInterval: 0.5)
        var waiting = pollfd(fd: numbers.reader, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        while poll(&waiting, 1, 0) > 0, Glibc.read(numbers.reader, &byte, 1) == 1 {}
    }

    /// Ends the process by the signal that came, so that whoever started it sees that; does nothing if none came.
    static func endIfInterrupted() {
        if let number = first.withLock({ $0 }) { die(of: number) }
    }

    /// Whether a signal came.
    static var hasCome: Bool { first.withLock { $0 != nil } }

    private static func handle(_ number: Int32) {
        var current = sigaction()
        sigaction(number, nil, &current)
        let address = unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
        guard address == unsafeBitCast(SIG_DFL, to: Int.self) else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            guard let numbers = Interruption.numbers else { return }
            let error = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = Glibc.write(numbers.writer, &byte, 1)
            errno = error
        }
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    private static func die(of number: Int32) -> Never {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(number, &action, nil)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // The first process of a container is spared by the default action.
        _exit(128 + number)
    }
}
