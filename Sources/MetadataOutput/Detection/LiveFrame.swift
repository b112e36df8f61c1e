public import Foundation

/// What was in view in the frame before.
public struct ObjectInView: Sendable, Hashable {
    /// What it is.
    public var type: MetadataObjectType
    /// Where it was, 0…1 of the upright picture, origin top left.
    public var bounds: CGRect

    /// Makes one.
    public init(type: MetadataObjectType, bounds: CGRect) {
        self.type = type
        self.bounds = bounds
    }
}

/// A frame of a live source, as far as detectors want to know before they search it.
public struct LiveFrame: Sendable, Hashable {
    /// The frame's number among those that are searched, from 0. Frames that are to be searched in parts have their own, and so
    /// have rounds.
    public var number: Int
    /// When it was taken, on the source's clock.
    public var time: Duration
    /// When the one that was searched before it was taken; nil of the first.
    public var previousTime: Duration?
    /// The names of the steps in which what is in view was seen last: what they read should be read again.
    public var stepsInView: Set<String>
    /// What was in view: none of it is to be searched in part. Default nothing.
    public var inView: [ObjectInView] = []
    /// What was searched before; nil if nothing is known of it, or all of the frame is to be searched.
    public var scene: SearchedScene?
    /// The parts of the frame that are to be searched, in pixels of the upright picture: in the others nothing has changed
    /// since they were. Nil if all of it is.
    ///
    /// A detector may search more; what it misses elsewhere is taken to be still there.
    public var parts: [CGRect]?
    /// Whether nothing in it has changed since it was searched, and it is searched nevertheless, now and then, so that nothing
    /// hides for long: a round. A detector may search a part of what it does in other frames then, another in each round, which has
    /// all its turn within ``DetectionResult/liveCycle`` rounds; for what is in view it should look as ever. Default false.
    public var isRound = false

    /// Makes the description of a frame.
    public init(
        number: Int, time: Duration = .zero, previousTime: Duration? = nil, stepsInView: Set<String> = []
    ) {
        self.number = number
        self.time = time
        self.previousTime = previousTime
        self.stepsInView = stepsInView
    }

    /// Makes the description of the frame that is searched after another, with the same in view.
    ///
    /// - Parameters:
    ///   - previous: The other; nil if this is the first.
    ///   - time: When it was taken.
    public init(after previous: LiveFrame?, at time: Duration) {
        self.init(
            number: previous.map { $0.number + 1 } ?? 0, time: time, previousTime: previous?.time,
            stepsInView: previous?.stepsInView ?? [])
        inView = previous?.inView ?? []
    }
}
