import MetadataOutput

/// What watching a camera cost.
struct LiveFigures: Encodable {
    /// From capture to record, in milliseconds.
    struct Latencies: Encodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
        var most = 0.0
    }

    /// Frames that the camera delivered, and those of them that were searched.
    var captured = 0
    var processed = 0
    /// Frames that were lost, by reason; `unwritten` are those whose records were not written.
    var drops: [String: Int] = [:]
    var latencies = Latencies()
    /// Milliseconds of processor time a captured frame.
    var processorMilliseconds = 0.0
    var records = 0
    /// Records in which the code and both faces are.
    var complete = 0
    /// How many ids were given; three, if nobody was lost.
    var ids = 0

    mutating func take(_ update: MetadataUpdate, latency: Duration) {
        records += 1
        if update.objects.count == 3 { complete += 1 }
        ids += update.appeared.count
        if update.replacedUpdates > 0 { drops["unwritten", default: 0] += update.replacedUpdates }
        latencies.most = max(latencies.most, latency / .milliseconds(1))
    }
}
