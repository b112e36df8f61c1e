import Synchronization

/// What an output says of frames that follow one another: gives codes and faces an identity that holds while they
/// are in view, through missed detections, crossing and short occlusion.
///
/// One for each pair of output and input; `CaptureMetadataOutput.makeSequence(ids:)` makes it. After a gap in which
/// anything may have happened (another clip, a camera that was away) make a new one with the same ids.
public final class MetadataSequence: Sendable {
    private let tracker: Mutex<ObjectTracker>

    init(motion: (any MotionEstimator)?, ids: ObjectIDSource) {
        tracker = Mutex(ObjectTracker(motion: motion, ids: ids))
    }

    /// What there is to say of the next frame.
    ///
    /// - Parameter frame: Frames come in the order of their times, one at a time; leaving some out is no harm.
    public func update(for frame: SearchedFrame) -> MetadataUpdate {
        tracker.withLock { $0.update(for: frame) }
    }

    /// Ends the sequence: nothing is in view any more.
    ///
    /// - Returns: An update at the time of the last frame in which everything that was in view disappears; nil if
    ///   there was no frame.
    public func finish() -> MetadataUpdate? {
        tracker.withLock { $0.finish() }
    }
}
