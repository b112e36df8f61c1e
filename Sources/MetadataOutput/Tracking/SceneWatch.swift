/// Says of the frames of one live source which are to be searched: of a scene in which nothing changes hardly any.
///
/// A scene has been searched when every step of the search has had its turn since it last changed. Its frames then rest,
/// but for one now and then, so that within some seconds every step has its turn again. As soon as anything changes, and as
/// long as something that is in view is missed, every frame is searched.
public struct SceneWatch: Sendable {
    /// How long every step of a search may rest.
    private static let period = Duration.seconds(5)
    /// How long at most no frame is searched.
    private static let longestRest = Duration.milliseconds(500)
    /// How long a scene must have been still: some searches are due by time, not by frame.
    private static let leastStillness = Duration.milliseconds(500)

    /// In so many frames what is in view may be missed, if its search takes several: each of its passes finds other faces.
    private static let mostMisses = 3

    /// The last frame that was searched.
    private var last: LiveFrame?
    /// What was in view then, and in how many searches each has been missed since it was detected.
    private var misses: [Int: Int] = [:]
    /// What the scene looks like, and since when.
    private var scene: (plane: Plane, since: Duration)?
    /// Frames of the scene that were searched.
    private var searches = 0
    private var cycle = 1
    private var request: DetectionRequest?

    /// Makes a watch over a source of which nothing is known yet.
    public init() {}

    /// The description of the next frame.
    ///
    /// - Parameter time: When it was taken.
    public func next(at time: Duration) -> LiveFrame {
        var frame = LiveFrame(after: last, at: time)
        if let scene {
            let isSearched = searches > cycle && time - scene.since >= Self.leastStillness
            let rest = min(Self.longestRest, Self.period / cycle)
            let isFresh = last.map { time - $0.time < rest } ?? false
            frame.still = StillScene(plane: scene.plane, mayRest: isSearched && isFresh)
        }
        return frame
    }

    /// Takes into account what was seen.
    ///
    /// - Parameters:
    ///   - frame: As ``next(at:)`` has described it.
    ///   - searched: What was seen in it.
    ///   - update: What there was to say of it.
    public mutating func note(_ frame: LiveFrame, _ searched: SearchedFrame, _ update: MetadataUpdate) {
        guard searched.isSearched else { return }
        last = frame
        last?.still = nil
        last?.stepsInView = Set(update.objects.map(\.step))
        cycle = searched.liveCycle
        var misses: [Int: Int] = [:]
        var isMissed = false
        for object in update.objects {
            let share = searched.shares[object.type] ?? 0
            let isDetected = update.detectedObjectIDs.contains(object.objectID)
            let count = isDetected ? 0 : self.misses[object.objectID, default: 0] + (share > 0 ? 1 : 0)
            isMissed = isMissed || count > (share < 1 ? Self.mostMisses : 0)
            misses[object.objectID] = count
        }
        let isSame =
            searched.isStill && Set(misses.keys) == Set(self.misses.keys) && searched.request == request
        self.misses = misses
        request = searched.request
        if !isSame {
            scene = searched.motionPlane.map { ($0, searched.time) }
            searches = 0
        }
        searches = isMissed ? 0 : searches + 1
    }
}
