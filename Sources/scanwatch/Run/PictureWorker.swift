import Synchronization

/// A worker of its own that has no engines, for pictures that others get to see: the search does not wait for it. It is
/// started when the first picture needs it.
final class PictureWorker: Sendable {
    private let worker = Mutex<(any RunningBackend)?>(nil)

    /// The worker.
    ///
    /// - Throws: `WorkerError` if it cannot be started.
    func backend() throws -> any RunningBackend {
        try worker.withLock { worker in
            if let worker { return worker }
            let started = try ChosenBackend.current.start(.withoutEngines)
            worker = started
            return started
        }
    }

    /// Ends it.
    func close() { worker.withLock { $0.take() }?.close() }
}
