import Capture
import MetadataOutput

/// What watching a camera cost.
struct LiveFigures: Encodable {
    /// From capture to record, or to where there is none as nothing was seen, in milliseconds.
    struct Latencies: Encodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
        var most = 0.0
        /// The number of the frame that took most.
        var slowest = 0
    }

    /// Frames that the camera delivered, and those of them that were searched.
    var captured = 0
    var processed = 0
    /// Frames that were lost, by reason; `unwritten` are those whose records were not written.
    var drops: [String: Int] = [:]
    var latencies = Latencies()
    /// Milliseconds of processor time a captured frame, as the session counts it.
    var processorMilliseconds = 0.0
    var records = 0
    /// Records in which the code and both faces are.
    var complete = 0
    /// How many ids were given; three, if nobody was lost.
    var ids = 0
    /// Nil if nothing appears.
    var appearances: Appearances?
    private var histogram = LatencyHistogram()
    /// Numbers of the frames in whose record each was.
    private var framesWithCode: Set<Int> = []
    private var framesWithFace: Set<Int> = []

    private enum CodingKeys: CodingKey {
        case captured, processed, drops, latencies, processorMilliseconds, records, complete, ids, appearances
    }

    /// How often something appeared.
    struct Appearances: Encodable {
        var count: Int
        /// How often the code was in the record of its first frame, and not in the one before.
        var codes: Int
        /// How often the face was in a record of its first four frames.
        var faces: Int
    }

    /// Counts what appeared in frames and was found.
    mutating func take(appearancesIn frames: [Int]) {
        guard !frames.isEmpty else { return }
        func found(_ seen: Set<Int>, within count: Int) -> Int {
            frames.count { frame in
                !seen.contains(frame - 1) && (frame..<frame + count).contains(where: seen.contains)
            }
        }
        appearances = Appearances(
            count: frames.count, codes: found(framesWithCode, within: 1),
            faces: found(framesWithFace, within: 4))
    }

    /// Takes what the session has counted, after all updates.
    mutating func take(_ statistics: CaptureStatistics) {
        (captured, processed) = (statistics.capturedFrames, statistics.processedFrames)
        for (reason, count) in statistics.drops { drops[reason.rawValue, default: 0] += count }
        processorMilliseconds = statistics.processorTime / .milliseconds(1) / Double(max(1, captured))
        func percentile(_ share: Double) -> Double? { histogram.percentile(share).map { $0 / .milliseconds(1) } }
        (latencies.p50, latencies.p95, latencies.p99) = (percentile(0.5), percentile(0.95), percentile(0.99))
    }

    mutating func take(_ update: MetadataUpdate, latency: Duration) {
        if !update.objects.isEmpty { records += 1 }
        if update.objects.count == 3 { complete += 1 }
        ids += update.appeared.count
        if let number = update.origin?.sequenceNumber {
            for object in update.objects {
                if object.type == .face { framesWithFace.insert(number) } else { framesWithCode.insert(number) }
            }
        }
        if update.replacedUpdates > 0 { drops["unwritten", default: 0] += update.replacedUpdates }
        histogram.add(latency)
        let milliseconds = latency / .milliseconds(1)
        if milliseconds > latencies.most {
            (latencies.most, latencies.slowest) = (milliseconds, update.origin?.sequenceNumber ?? 0)
        }
    }
}
