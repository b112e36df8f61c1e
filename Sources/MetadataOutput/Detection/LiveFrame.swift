/// A frame of a live source, as far as detectors want to know before they search it.
public struct LiveFrame: Sendable, Hashable {
    /// The frame's number among those that are searched, from 0.
    public var number: Int
    /// When it was taken, on the source's clock.
    public var time: Duration
    /// When the one that was searched before it was taken; nil of the first.
    public var previousTime: Duration?
    /// The names of the steps in which what is in view was seen last: what they read should be read again.
    public var stepsInView: Set<String>
    /// What the scene has looked like for a while, if it has changed in none of the frames since; nil if that is not known.
    public var still: StillScene?

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
    }
}

/// A scene in which nothing changes.
public struct StillScene: Sendable, Hashable {
    /// The first frame that showed it, as a ``MotionEstimator`` has it.
    public var plane: Plane
    /// Whether a frame that shows the same need not be searched: all that there is to find has been looked for.
    public var mayRest: Bool

    /// Makes the description of a scene.
    public init(plane: Plane, mayRest: Bool) {
        self.plane = plane
        self.mayRest = mayRest
    }

    /// Whether both are of the same frame.
    public static func == (one: Self, other: Self) -> Bool {
        one.plane === other.plane && one.mayRest == other.mayRest
    }

    /// As `==` has it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(plane))
        hasher.combine(mayRest)
    }
}
