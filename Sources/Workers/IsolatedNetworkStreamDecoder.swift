public import MetadataOutput
import Synchronization

/// Speaks with network cameras in other processes, one each, so that nothing a camera sends can stop this one.
public struct IsolatedNetworkStreamDecoder: NetworkStreamDecoder {
    private let pool: WorkerPool

    /// Makes a decoder that asks a pool for workers.
    public init(pool: WorkerPool) {
        self.pool = pool
    }

    /// Has a worker make ready.
    ///
    /// - Throws: `PayloadError`, `.engineFailure` if no worker can be had.
    public func stream(from source: NetworkStreamSource) throws(PayloadError) -> any NetworkStreamReader {
        do throws(WorkerError) {
            return IsolatedNetworkStream(
                pool: pool, worker: try pool.take(.stream(source)), limits: source.limits)
        } catch {
            throw error.payloadError
        }
    }
}

/// A camera that a worker speaks with; the worker ends with it, and it ends with the worker.
private final class IsolatedNetworkStream: NetworkStreamReader {
    /// What an answer may take beyond what was asked for, on a busy machine.
    private static let lateness = Duration.seconds(5)
    /// The longest that is waited for one question.
    private static let longestWait = Duration.seconds(60)

    private let pool: WorkerPool
    private let mostPixels: Int
    private let mostBytes: Int
    private let worker: Mutex<WorkerProcess?>

    init(pool: WorkerPool, worker: WorkerProcess, limits: DecodingLimits) {
        self.pool = pool
        mostPixels = max(1, min(limits.pixels, NetworkStreamRequest.mostPossiblePixels))
        mostBytes = max(
            1, min(limits.fileBytes, SharedArea.answer.count - NetworkStreamReading.mostOtherBytes))
        self.worker = Mutex(worker)
    }

    deinit { worker.withLock { end(&$0) } }

    func next(
        within timeout: Duration, over connection: NetworkConnection?, for wishes: NetworkStreamWishes
    ) -> NetworkStreamReading {
        worker.withLock { worker in
            guard let asked = worker else {
                return .failed(PayloadError(.engineFailure, "the conversation with it has ended"))
            }
            let request = NetworkStreamRequest(
                timeout: min(max(timeout, .zero), Self.longestWait), hasConnection: connection != nil,
                mostPixels: mostPixels, mostBytes: mostBytes, wishes: wishes)
            let outcome = asked.ask(
                .stream(request), over: connection, deadline: request.timeout + Self.lateness)
            switch outcome {
            case .answer(.stream(let reading)):
                switch reading {
                case .failed, .refused: end(&worker)
                case .payload, .frame, .video, .nothing, .unusable, .needsConnection: break
                }
                return reading
            case .refused(let error):
                end(&worker)
                return .failed(error)
            case .answer: preconditionFailure("an answer to another question is malformed")
            case .died(let death):
                end(&worker, after: death)
                return .failed(
                    PayloadError(.engineFailure, "the process that speaks with it: \(death.reason)"))
            }
        }
    }

    private func end(_ worker: inout WorkerProcess?, after death: WorkerDeath? = nil) {
        guard let ended = worker.take() else { return }
        ended.end()
        pool.put(ended, after: death)
    }
}
