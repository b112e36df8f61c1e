import Dispatch
import Synchronization

/// One who waits for a worker.
final class Waiter: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<WorkerProcess, WorkerError>?>(nil)

    func set(_ value: Result<WorkerProcess, WorkerError>) {
        result.withLock { $0 = value }
        semaphore.signal()
    }

    func wait() throws(WorkerError) -> WorkerProcess {
        semaphore.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("woken without a result") }
        return try result.get()
    }
}
