public import MetadataOutput

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
        IsolatedNetworkStream(worker: try OwnWorker(.stream(source), of: pool), limits: source.limits)
    }
}

/// A camera that a worker speaks with.
private final class IsolatedNetworkStream: NetworkStreamReader {
    /// What an answer may take beyond what was asked for, on a busy machine.
    private static let lateness = Duration.seconds(5)
    /// The longest that is waited for one question.
    private static let longestWait = Duration.seconds(60)

    private let worker: OwnWorker
    private let mostPixels: Int
    private let mostBytes: Int

    init(worker: OwnWorker, limits: DecodingLimits) {
        self.worker = worker
        mostPixels = max(1, min(limits.pixels, NetworkStreamRequest.mostPossiblePixels))
        mostBytes = max(
            1, min(limits.fileBytes, SharedArea.answer.count - NetworkStreamReading.mostOtherBytes))
    }

    func next(
        within timeout: Duration, over connection: NetworkConnection?, for wishes: NetworkStreamWishes
    ) -> NetworkStreamReading {
        let request = NetworkStreamRequest(
            timeout: min(max(timeout, .zero), Self.longestWait), hasConnection: connection != nil,
            mostPixels: mostPixels, mostBytes: mostBytes, wishes: wishes)
        let outcome = worker.ask(
            .stream(request), over: connection, deadline: request.timeout + Self.lateness
        ) { answer in
            switch answer {
            case .stream(.failed), .stream(.refused): true
            default: false
            }
        }
        switch outcome {
        case .answer(.stream(let reading)): return reading
        case .refused(let error): return .failed(error)
        case .answer: preconditionFailure("an answer to another question is malformed")
        case .died(let death):
            return .failed(
                PayloadError(.engineFailure, "the process that speaks with it: \(death.reason)"))
        case nil:
            return .failed(PayloadError(.engineFailure, "the conversation with it has ended"))
        }
    }
}
