import Synchronization

/// What a source has delivered since its session started.
public struct CaptureStatistics: Sendable, Hashable {
    /// The source's name.
    public let source: String
    /// One line on what it delivers now, or nil while it is lost.
    public internal(set) var format: String?
    /// The time from one frame to the next as the source tells it; nil where it does not, or while it is lost.
    public internal(set) var frameInterval: Duration?
    /// Frames that came from the source, those that a newer one has overtaken before anybody took them among them.
    public internal(set) var capturedFrames = 0
    /// Frames that outputs have worked on, and could; each output counts.
    public internal(set) var processedFrames = 0
    /// For how long its pictures have been the same to the byte, up to the last one; zero of one that is another than the one before
    /// it. A camera that hangs may give its last picture for ever; one that is covered may give the same black for a while.
    public internal(set) var unchangedDuration = Duration.zero
    /// How long processors have worked on its frames, in whichever process: searched them, followed what is in view, and
    /// told of it.
    public internal(set) var processorTime = Duration.zero
    /// Frames that were lost, by reason; late ones are counted for each output that missed them.
    public internal(set) var drops: [CaptureDropReason: Int] = [:]
}

/// Counts what a source delivers; its input's thread and the workers of outputs write to it.
final class CaptureCounters: Sendable {
    private let counts: Mutex<CaptureStatistics>

    init(source: String) {
        counts = Mutex(CaptureStatistics(source: source))
    }

    var statistics: CaptureStatistics { counts.withLock { $0 } }

    func sourceStarted(format: String, frameInterval: Duration?) {
        counts.withLock { ($0.format, $0.frameInterval) = (format, frameInterval) }
    }

    /// What the source delivers is another by now.
    func formatChanged(to format: String) { counts.withLock { $0.format = format } }

    func sourceStopped(dropping drops: [CaptureDropReason: Int]) {
        counts.withLock {
            ($0.format, $0.frameInterval) = (nil, nil)
            $0.capturedFrames += drops[.late] ?? 0
            $0.drops.merge(drops) { $0 + $1 }
        }
    }

    /// - Parameter unchanged: For how long its picture has been the same.
    func captured(_ frame: CaptureFrame, unchangedFor unchanged: Duration) {
        counts.withLock {
            $0.unchangedDuration = unchanged
            $0.capturedFrames += 1 + (frame.drops[.late] ?? 0)
            $0.drops.merge(frame.drops) { $0 + $1 }
        }
    }

    func processed(dropping drops: [CaptureDropReason: Int], in processorTime: Duration) {
        counts.withLock {
            if drops[.corrupted] == nil, drops[.failed] == nil { $0.processedFrames += 1 }
            $0.processorTime += processorTime
            $0.drops.merge(drops) { $0 + $1 }
        }
    }

    func late() { counts.withLock { $0.drops[.late, default: 0] += 1 } }
}
