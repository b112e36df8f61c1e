import MetadataOutput
import Synchronization

/// A worker that one movie or one camera has for itself. It ends when that is over, and with whoever holds this.
final class OwnWorker: Sendable {
    private let pool: WorkerPool
    private let worker: Mutex<WorkerProcess?>

    /// - Throws: `PayloadError`, `.engineFailure` if no worker can be had.
    init(_ kind: WorkerKind, of pool: WorkerPool) throws(PayloadError) {
        self.pool = pool
        do throws(WorkerError) { worker = Mutex(try pool.take(kind)) } catch { throw error.payloadError }
    }

    deinit { worker.withLock { Self.end(&$0, of: pool) } }

    /// Asks it, see ``WorkerProcess/ask(_:over:deadline:unless:)``; one at a time.
    ///
    /// - Parameter isLast: Whether nothing is asked after such an answer. Nothing is where there is none.
    /// - Returns: nil if it has ended before.
    func ask(
        _ question: Question, over connection: NetworkConnection? = nil, deadline: Duration,
        unless isWaiting: () -> Bool = { false }, isLast: (Answer) -> Bool
    ) -> WorkerProcess.Outcome? {
        worker.withLock { worker in
            let outcome = worker?.ask(question, over: connection, deadline: deadline, unless: isWaiting)
            if case .answer(let answer)? = outcome, !isLast(answer) { return outcome }
            Self.end(&worker, of: pool, after: outcome?.death)
            return outcome
        }
    }

    private static func end(
        _ worker: inout WorkerProcess?, of pool: WorkerPool, after death: WorkerDeath? = nil
    ) {
        guard let ended = worker.take() else { return }
        ended.end()
        pool.put(ended, after: death)
    }
}
