import Foundation

/// Says of the frames of one live source what of them is to be searched: where nothing changes hardly anything.
///
/// A place has been searched when every step of the search has had its turn since it last changed. It then rests, but for a
/// frame now and then that is searched whole, so that within some seconds every step has its turn everywhere, and three times as many
/// where nothing has changed for ten; where nothing has changed such a frame is a round. What changes is searched in that very frame, and where something that is in view is missed,
/// every frame is searched.
public struct SceneWatch: Sendable {
    /// How long every step of a search may rest.
    private static let period = Duration.seconds(5)
    /// How long at most no frame is searched whole.
    private static let longestRest = Duration.milliseconds(500)
    /// So many times as long while somebody else waits for the processor.
    private static let restUnderPressure = 2
    /// So many times as long in a scene at rest: what two turns of every step have not found, another seldom does.
    private static let restAtRest = 3
    /// In so many frames what is in view may be missed, if its search takes several: each of its passes finds other faces.
    private static let mostMisses = 3

    /// Something in view.
    private struct Sighting {
        /// In how many searches it has been missed since it was detected.
        var misses: Int
        /// 0…1 of the picture.
        var bounds: CGRect
    }

    /// The last frame that was searched.
    private var last: LiveFrame?
    /// When all of a frame was searched last.
    private var lastWhole: Duration?
    /// When a frame was searched last for what it showed, and not because a round was due.
    private var lastChange: Duration?
    /// How many frames were to be searched whole, how many in parts, and how many rounds there were: each step has its turn in all.
    private var counts = (whole: 0, inParts: 0, rounds: 0)
    /// What was in view then.
    private var inView: [Int: Sighting] = [:]
    private var scene: SceneMemory?
    private var cycle = 1
    private var request: DetectionRequest?

    /// Makes a watch over a source of which nothing is known yet.
    public init() {}

    /// The description of the next frame.
    ///
    /// - Parameters:
    ///   - time: When it was taken.
    ///   - request: What it is searched for: what was searched for something else was not searched. Default nil, which is what the
    ///     last one was searched for.
    ///   - isPressed: Whether frames of other sources wait to be searched: all of this one is then searched later, if it is not
    ///     due for what it shows.
    public func next(
        at time: Duration, wanting request: DetectionRequest? = nil, isPressed: Bool = false
    ) -> LiveFrame {
        var frame = LiveFrame(after: last, at: time)
        let isAtRest = lastChange.map { time - $0 > Self.period * 2 } ?? false
        let rest =
            min(Self.longestRest, Self.period / cycle) * (isPressed ? Self.restUnderPressure : 1)
            * (isAtRest ? Self.restAtRest : 1)
        let isFresh = lastWhole.map { time - $0 < rest } ?? false
        let isSameWish = request.map { $0 == self.request } ?? true
        frame.scene = isSameWish ? scene?.searched(at: time, cycle: cycle) : nil
        if !isFresh { frame.scene?.round = counts.rounds }
        frame.number = Self.isWhole(frame) ? counts.whole : counts.inParts
        return frame
    }

    /// Takes into account what was seen.
    ///
    /// - Parameters:
    ///   - frame: As ``next(at:wanting:isPressed:)`` has described it.
    ///   - searched: What was seen in it.
    ///   - update: What there was to say of it.
    public mutating func note(_ frame: LiveFrame, _ searched: SearchedFrame, _ update: MetadataUpdate) {
        guard searched.isSearched else { return }
        if searched.round != nil {
            counts.rounds += 1
        } else if Self.isWhole(frame) {
            counts.whole += 1
        } else {
            counts.inParts += 1
        }
        if searched.parts == nil { lastWhole = searched.time }
        if searched.round == nil { lastChange = searched.time }
        last = frame
        last?.scene = nil
        last?.stepsInView = Set(update.objects.map(\.step))
        let picture = CGRect(x: 0, y: 0, width: 1, height: 1)
        last?.inView = update.objects.map { object in
            ObjectInView(type: object.type, bounds: object.bounds.intersection(picture))
        }.filter { !$0.bounds.isNull }
        cycle = searched.liveCycle
        if let changes = searched.changes, searched.request == request {
            scene?.note(searched, changes: changes)
        } else {
            scene = searched.motionPlane.map { SceneMemory($0, at: searched.time) }
        }
        request = searched.request
        watchForMisses(searched, update)
    }

    /// Whether all of a frame is to be searched, whatever it shows.
    private static func isWhole(_ frame: LiveFrame) -> Bool {
        frame.scene.map { $0.settled.isEmpty || $0.round != nil } ?? true
    }

    /// Has each place searched where something has come, is missed too often, or is not in view any more.
    private mutating func watchForMisses(_ searched: SearchedFrame, _ update: MetadataUpdate) {
        var inView: [Int: Sighting] = [:]
        for object in update.objects {
            let known = self.inView[object.objectID]?.misses
            if update.unsearchedObjectIDs.contains(object.objectID) {
                inView[object.objectID] = Sighting(misses: known ?? 0, bounds: object.bounds)
                continue
            }
            let share = searched.shares[object.type] ?? 0
            let isDetected = update.detectedObjectIDs.contains(object.objectID)
            let count = isDetected ? 0 : (known ?? 0) + (share > 0 ? 1 : 0)
            inView[object.objectID] = Sighting(misses: count, bounds: object.bounds)
            if known == nil || count > (share < 1 ? Self.mostMisses : 0) { scene?.unsettle(object.bounds) }
        }
        // What is hidden now, or has gone, may be there still.
        for (id, sighting) in self.inView where inView[id] == nil { scene?.unsettle(sighting.bounds) }
        for object in update.disappeared { scene?.unsettle(object.bounds) }
        self.inView = inView
    }
}
