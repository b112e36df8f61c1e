import Capture
import Foundation
import MetadataOutput
import MetadataRecords

/// What is known of one camera of a run.
struct LiveSource {
    /// Its place among the cameras.
    let index: Int
    var announcer: MetadataAnnouncer
    /// Whether it has ever delivered.
    private var hasStarted = false
    /// Whether it was lost since.
    private var isLost = false
    /// Whether its last record had objects; the one after has none, and then there are none.
    var wasInView = false
    var hints = SettledHints()
    /// Updates that came and went while records could not be written, and events that were given up then.
    private(set) var unwritten = 0
    private var latencies = LatencyHistogram()
    private var countedAt = MonotonicClock.now
    private var before: (captured: Int, processorTime: Duration) = (0, .zero)

    init(index: Int, policy: AnnouncementPolicy) {
        self.index = index
        announcer = MetadataAnnouncer(policy: policy)
    }

    /// Notes that it delivers. The first counts begin here: until a camera is open, and while it is waited for, no frames can come.
    ///
    /// - Returns: What that is called: the first time, after a loss, or without one.
    mutating func start(at now: Duration = MonotonicClock.now) -> StatusRecord.Status {
        defer { (hasStarted, isLost) = (true, false) }
        guard hasStarted else {
            countedAt = now
            return .started
        }
        return isLost ? .returned : .changed
    }

    /// Notes that it delivers no more, until it starts.
    mutating func lose() { isLost = true }

    /// Notes that it was taken out: if it comes again, it starts, and its counts begin anew.
    mutating func stop() { (hasStarted, isLost, before, unwritten) = (false, false, (0, .zero), 0) }

    /// Counts what is not written.
    mutating func countUnwritten(_ count: Int) { unwritten += count }

    /// Notes an update that is to be written, and says when its frame was taken.
    mutating func note(_ update: MetadataUpdate, frame: Int) -> FrameMoment {
        let moment = FrameMoment(frame: frame, takenAt: update.time)
        latencies.add(moment.latency)
        return moment
    }

    /// The counts since the start, and those since ``beginCounting(_:)``.
    func counts(_ statistics: CaptureStatistics, at now: Duration = MonotonicClock.now) -> SourceCounts {
        let seconds = max((now - countedAt) / .seconds(1), 0.001)
        var drops = Dictionary(uniqueKeysWithValues: statistics.drops.map { ($0.key.rawValue, $0.value) })
        if unwritten > 0 { drops["unwritten"] = unwritten }
        return SourceCounts(
            framesPerSecond: Double(statistics.capturedFrames - before.captured) / seconds,
            captured: statistics.capturedFrames, processed: statistics.processedFrames,
            secondsUnchanged: statistics.unchangedDuration / .seconds(1), drops: drops,
            load: (statistics.processorTime - before.processorTime) / .seconds(1) / seconds,
            latencies: percentiles, suppressedReads: announcer.suppressedReads)
    }

    /// Counts anew: what was counted is written.
    mutating func beginCounting(_ statistics: CaptureStatistics) {
        before = (statistics.capturedFrames, statistics.processorTime)
        (countedAt, latencies) = (MonotonicClock.now, LatencyHistogram())
    }

    private var percentiles: SourceCounts.Latencies? {
        guard let p50 = latencies.percentile(0.5), let p90 = latencies.percentile(0.9),
            let p99 = latencies.percentile(0.99)
        else { return nil }
        return SourceCounts.Latencies(p50: p50, p90: p90, p99: p99)
    }
}
