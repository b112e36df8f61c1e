import Dispatch
import Foundation
import Synchronization

/// Work on a thread of its own, whose result somebody waits for.
final class SideTask<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the work.
    init(_ work: @escaping @Sendable () -> Result) {
        Thread { [self] in
            let made = work()
            result.withLock { $0 = made }
            isDone.signal()
        }.start()
    }

    /// Waits for the end of the work; to be asked once.
    func wait() -> Result {
        isDone.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("done without a result") }
        return result
    }
}
