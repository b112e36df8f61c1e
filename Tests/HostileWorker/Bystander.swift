import Dispatch
import Foundation
import Glibc
import Synchronization

/// A thread that was there before the door closed.
final class Bystander: Sendable {
    private let (question, answer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let result = Mutex<(opened: Int32, error: Int32)>((0, 0))

    init() {
        Thread { [self] in
            answer.signal()
            question.wait()
            let opened = open("/etc/passwd", O_RDONLY)
            result.withLock { $0 = (opened, errno) }
            answer.signal()
        }.start()
        answer.wait()
    }

    /// What comes of it when the thread opens a file; negative, with errno set, if it may not.
    func opensFile() -> Int32 {
        question.signal()
        answer.wait()
        let result = result.withLock { $0 }
        errno = result.error
        return result.opened
    }
}
