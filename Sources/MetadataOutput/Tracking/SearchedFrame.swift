public import Foundation

/// What was seen in one frame of a sequence, before things have identities; made by
/// ``CaptureMetadataOutput/search(_:time:duration:liveFrame:)``.
///
/// Frames may be searched at once and ahead; a ``MetadataSequence`` takes them in their order.
public struct SearchedFrame: Sendable {
    /// When the frame was taken, on the source's clock.
    public var time: Duration
    /// How long it stands, or nil if that is not known.
    public var duration: Duration?
    /// What the output wanted when the frame was searched. What it wants no more disappears.
    public var request: DetectionRequest
    /// How much of each type's search was done in this frame: 1 all of it, 1/3 one of three passes that take turns.
    /// A type that is not here was not searched for; that its objects were not seen says nothing then.
    public var shares: [MetadataObjectType: Double]
    /// Width of the upright picture in pixels.
    public var width: Int
    /// Height of the upright picture in pixels.
    public var height: Int
    /// The part of the camera's picture that it shows, 0…1; default all of it. It is less where a zoom cuts out the middle.
    public var crop = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// What was seen, in pixels of the upright picture.
    public var detections: [Detection]
    /// What motion to and from this frame is estimated on; nil without an estimator.
    public var motionPlane: Plane?
    /// How many frames a whole search takes, see ``DetectionResult/liveCycle``; default 1.
    public var liveCycle = 1
    /// Where it differs from ``LiveFrame/scene``; nil if that is not known.
    public var changes: PlaneBlocks?
    /// The parts of it that were searched, in pixels; nil if all of it was. Elsewhere it shows what frames before it have shown.
    public var parts: [CGRect]?
    /// The number of the round that the search was, see ``LiveFrame/isRound``; nil if it was none.
    public var round: Int?
    /// Whether it was searched. One that was not shows what frames before it have shown: what was in view still is. Default true.
    public var isSearched = true
    /// What looks like a code or a face and was not read, if that was asked for; default nothing.
    public var unread: [UnreadPlace] = []
    /// Why something could not be read, if that was asked for; default none.
    public var hints: [ReaderHint] = []
    /// Engines that failed on the frame while others went on.
    public var failures: [EngineFailure]
    /// What became of each reading; numbers are places in ``detections``. Default: nothing is known of it.
    public var judgements: [Judgement] = []
    /// The picture itself, as far as it was asked for; default nothing of it.
    public var views = PictureViews()

    /// Makes a frame.
    public init(
        time: Duration, duration: Duration? = nil, request: DetectionRequest,
        shares: [MetadataObjectType: Double], width: Int, height: Int, detections: [Detection],
        motionPlane: Plane? = nil, failures: [EngineFailure] = []
    ) {
        self.time = time
        self.duration = duration
        self.request = request
        self.shares = shares
        self.width = width
        self.height = height
        self.detections = detections
        self.motionPlane = motionPlane
        self.failures = failures
    }

    /// Whether something was searched for where it is: its middle lies in a part that was.
    func isSearched(at box: CGRect) -> Bool {
        guard isSearched, let parts else { return isSearched }
        let middle = CGPoint(x: box.midX, y: box.midY)
        return parts.contains { $0.contains(middle) }
    }
}
