import Capture
import MetadataOutput

/// What watching a camera cost.
struct LiveFigures: Encodable {
    /// From capture to record, in milliseconds.
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
    private var histogram = LatencyHistogram()

    private enum CodingKeys: CodingKey {
        case captured, processed, drops, latencies, processorMilliseconds, records, complete, ids
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
        records += 1
        if update.objects.count == 3 { complete += 1 }
        ids += update.appeared.count
        if update.replacedUpdates > 0 { drops["unwritten", default: 0] += update.replacedUpdates }
        histogram.add(latency)
        let milliseconds = latency / .milliseconds(1)
        if milliseconds > latencies.most {
            (latencies.most, latencies.slowest) = (milliseconds, update.origin?.sequenceNumber ?? 0)
        }
    }
}
