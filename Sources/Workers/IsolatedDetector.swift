public import MetadataOutput

/// Decodes and searches in other processes, so that nothing a picture contains can stop this one.
///
/// A worker that dies of a picture, or exceeds the request's deadline or its memory, is killed and replaced. The picture
/// is tried once more with everything, then without the engine that failed, or without faces where that had no time for them, and
/// the result says which one it was and how it failed. What workers answer is checked as if an enemy had written it.
public struct IsolatedDetector: Detector, PayloadDetector {
    /// A worker that was killed from outside tells nothing of the picture: so often it is tried again. The kernel kills
    /// for want of memory too, so not without end.
    private static let mostKills = 20

    private let pool: WorkerPool

    /// Makes a detector that asks the workers of a pool; several may share one.
    public init(pool: WorkerPool) {
        self.pool = pool
    }

    /// What its workers' detectors find.
    public var supportedTypes: Set<MetadataObjectType> {
        DetectorCatalog.supportedTypes(ofDetectors: pool.detectors)
    }

    /// Searches one frame; its samples are copied.
    ///
    /// - Throws: `PayloadError` with the code `engineFailure` if no worker can be had, or it died of the frame.
    public func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        try detect(request, in: .frame(frame))
    }

    /// Has a worker decode a payload and search it.
    ///
    /// - Throws: `PayloadError`, `.engineFailure` if no worker survived the picture or none can be had, `.overLimit` if the picture
    ///   or something of the request is more than workers take: nothing of it is left out.
    public func detect(_ request: DetectionRequest, in payload: Payload) throws(PayloadError)
        -> DetectionResult
    {
        var request = request
        var failures: [EngineFailure] = []
        var (deaths, kills) = (0, 0)
        while true {
            let death: WorkerDeath
            let outcome = try pool.ask(kind: WorkerKind(for: payload), request.deadline) { isAlone in
                var attempt = request
                // One after the other at the second attempt, so that it is clear of whom a worker dies.
                attempt.runsSideBySide = request.runsSideBySide && isAlone && deaths == 0
                return .detect(attempt, payload)
            }
            switch outcome {
            case .answer(.result(var result)):
                result.failures = failures + result.failures
                return result
            case .answer(.failed(let error)): throw error
            case .answer(.motions), .answer(.stills), .answer(.video), .answer(.movie), .answer(.stream):
                preconditionFailure("an answer to another question is malformed")
            case .refused(let error): throw error
            case .died(let found): death = found
            }
            failures.append(death.failure)
            if death.isFromOutside, kills < Self.mostKills {
                kills += 1
                continue
            }
            deaths += 1
            // The third attempt goes without the engine; a decoder cannot be done without.
            guard deaths == 1 || (deaths == 2 && death.isDispensable) else {
                throw PayloadError(.engineFailure, Self.words(for: failures.suffix(3)))
            }
            guard deaths == 2 else { continue }
            if death.isOfFaces, death.reason == WorkerDeath.deadline, request.types != [.face] {
                // Another engine has no more time for as many.
                request.types.remove(.face)
            } else {
                request.disabledEngines.insert(death.engine)
            }
        }
    }
}

extension IsolatedDetector {
    /// Names failures, one after the other; of those alike that follow each other the first, and how many they are.
    static func words(for failures: some Sequence<EngineFailure>) -> String {
        var found: [(words: String, count: Int)] = []
        for failure in failures {
            let words = "\(failure.engine.rawValue): \(failure.reason)"
            if let last = found.last, last.words == words {
                found[found.count - 1].count += 1
            } else {
                found.append((words, 1))
            }
        }
        return found.map { $0.count == 1 ? $0.words : "\($0.words) (\($0.count) times)" }
            .joined(separator: "; ")
    }
}
