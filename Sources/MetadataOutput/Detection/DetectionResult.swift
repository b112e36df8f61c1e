public import Foundation

/// What the detectors saw in one frame.
public struct DetectionResult: Sendable {
    /// Width of the upright picture in pixels.
    public var width: Int
    /// Height of the upright picture in pixels.
    public var height: Int
    /// What was seen, in the order of the steps; one symbol may have been read several times.
    public var readings: [Reading]
    /// What the detectors read and refused themselves: nobody reports it, but who asks why is told.
    public var refused: [Judgement]
    /// Engines that failed on the frame while others went on.
    public var failures: [EngineFailure]
    /// What looks like a code or a face and was not read, if ``DetectionRequest/includesHints`` asks for it; default none.
    public var unread: [UnreadPlace] = []
    /// Why something could not be read, if that was asked for; empty if everything was, or the picture does not tell. Default
    /// none.
    public var hints: [ReaderHint] = []
    /// How much of a type's search was done in this frame of a live source, 0…1, where it was not all of it; the shares
    /// of a cycle of frames add up to 1. Default: everything was searched whole.
    public var shares: [MetadataObjectType: Double] = [:]
    /// How many frames of a live source a whole search takes, 1 or more; default 1.
    public var liveCycle = 1
    /// Where the frame differs from ``LiveFrame/scene``; nil if that is not known.
    public var changes: PlaneBlocks?
    /// The parts of the frame that were searched, in pixels; nil if all of it was.
    public var parts: [CGRect]?
    /// The number of the round that the search was, see ``LiveFrame/isRound``; nil if it was none.
    public var round: Int?
    /// The frame's plane for a ``MotionEstimator``, if it was asked for and there is one; nil, the default, otherwise.
    public var motionPlane: Plane?
    /// The picture itself, as far as it was asked for; default nothing of it.
    public var views = PictureViews()
    /// How long a processor worked for it, decoding included; default zero.
    public var processorTime = Duration.zero

    /// Whether anything of the frame was searched; one that shows what was searched before need not be.
    public var isSearched: Bool { parts?.isEmpty != true }

    /// Makes a result.
    public init(
        width: Int, height: Int, readings: [Reading] = [], refused: [Judgement] = [],
        failures: [EngineFailure] = []
    ) {
        self.width = width
        self.height = height
        self.readings = readings
        self.refused = refused
        self.failures = failures
    }
}

/// An engine's failure on one frame.
public struct EngineFailure: Error, Sendable, Hashable {
    /// Who failed.
    public var engine: Engine
    /// One line: what it said.
    public var reason: String

    /// Makes a failure.
    public init(engine: Engine, reason: String) {
        self.engine = engine
        self.reason = reason
    }
}
