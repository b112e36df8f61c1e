import Foundation

/// One object through the frames of a sequence. In pixels of the upright picture.
struct Track: Sendable {
    /// Whether an object is shown.
    enum Presence: Sendable {
        /// In view: detected just now, or a moment ago.
        case inView
        /// Not detected for too long to be shown, but it may return.
        case hidden
        /// Will not return.
        case gone
    }

    let id: Int
    private(set) var firstTime: Duration
    /// The last detection.
    private(set) var detection: Detection
    private(set) var lastTime: Duration
    /// How much time has passed since then in which nobody looked for it, as its place showed what it had shown.
    private var rested = Duration.zero
    /// The searches that have not found it since, where a part of a search counts as that part.
    private(set) var misses = 0.0
    /// Since when searches that failed in part have not found it; nil if the last one did not fail.
    private var failingSince: Duration?
    /// What the face looks like, and where it is by that; nil for other types.
    private var look: FaceLook?
    /// Since when somebody unlike it is detected where it is hidden, and the misses when that was so last.
    private var stranger: (since: Duration, misses: Double)?
    /// Since when it has been detected and looked otherwise; nil if it does not.
    private var changeTime: Duration?
    /// Whether all of its place looked like it in the frame before.
    private var wasWhole = false
    /// How much its place looked like it in this frame; nil where nobody can tell.
    private(set) var likeness: FaceLook.Likeness?
    /// When it was decoded last; of a face, when it was detected. The time in which it rests is not counted.
    private(set) var lastDecoded: Duration
    /// When it was detected last, or its place, or a part of it, looked like it. The time in which it rests is not counted.
    private(set) var lastSeen: Duration
    /// Whether it was detected in this very frame.
    private(set) var isDetected = true
    /// The part of its place, 0…1, that something in front of it covered in the last frame.
    private var cover = 0.0
    /// The same of something that may be in front of it or behind.
    private var touch = 0.0
    /// Whether it looked in this frame, at the place where motion has brought it, as when it was detected last.
    private(set) var isConfirmed = false
    /// Whether the last move was seen, not guessed.
    private(set) var hasMotion = false
    /// As it was in view last.
    var lastObject: (any MetadataObject)?

    private var corners: CornerFilter
    /// How fast it was when nothing covered it last, in pixels a second.
    private var lastSpeed = CGPoint.zero
    private var pose: PoseFilter?

    init(id: Int, time: Duration, detection: Detection, plane: ScaledPlane?) {
        self.id = id
        (lastSeen, lastDecoded) = (time, time)
        self.firstTime = time
        self.lastTime = time
        self.detection = detection
        corners = CornerFilter(
            detection.reading.corners, error: detection.reading.type == .face ? 0.04 : 0.02)
        if case .face(let content) = detection.reading.content {
            pose = PoseFilter(content)
            look = FaceLook(of: box, in: plane)
        }
    }

    var type: MetadataObjectType { detection.reading.type }
    /// Where it should be in this frame.
    var box: CGRect { corners.box }
    /// Where it was detected last.
    var lastBox: CGRect { detection.reading.boundingBox }

    /// The last detection at the place where the object is now, smoothed.
    var current: Detection {
        var current = detection
        current.reading.corners = corners.corners
        if let pose { current.reading.content = .face(pose.content) }
        return current
    }

    /// For how long it has not been detected, but for the time in which nobody looked for it and it cannot have gone.
    func unseen(at time: Duration) -> Duration { time - lastTime - rested }

    /// Is told that it was in view when nobody looked for it for some time, because nothing changed where it is. However long that
    /// is, the search that misses it then is the first one.
    mutating func rest(for time: Duration) {
        rested += time
        lastSeen += time
        lastDecoded += time
    }

    /// Has all be as long ago as before, on a clock that was set back.
    mutating func move(back step: Duration) {
        firstTime -= step
        lastTime -= step
        lastDecoded -= step
        lastSeen -= step
        failingSince = failingSince.map { $0 - step }
        stranger = stranger.map { (since: $0.since - step, misses: $0.misses) }
        changeTime = changeTime.map { $0 - step }
    }

    /// Moves it to where it should be in a frame.
    ///
    /// - Parameters:
    ///   - motion: What was seen to move at its place, in pixels of the picture; nil if nothing was.
    ///   - plane: The frame's, and how many pixels of the picture one of its pixels is wide; nil if there is none.
    mutating func predict(seconds: Double, motion: Motion?, plane: ScaledPlane?) {
        isDetected = false
        wasWhole = isWhole
        var motion = motion
        if let seen = motion, let known = look?.follow(seen, in: plane) {
            // The box follows the face and not what passes in front of it.
            if !known.isFollowed { motion = nil }
            likeness = known.likeness
            if !known.isFollowed, hasMotion { corners.resume(lastSpeed) }
        } else {
            likeness = look?.likeness(in: plane)
            // Where nobody can tell, motion is that of the one in front.
            if isTouched { motion = nil }
        }
        hasMotion = motion != nil
        let before = box
        corners.predict(seconds: seconds, motion: motion)
        if isWhole { lastSpeed = corners.meanSpeed }
        if let motion {
            pose?.predict(motion: motion)
        } else {
            let (x, y) = (box.midX - before.midX, box.midY - before.midY)
            look?.shift(x: x, y: y)
        }
    }

    /// How much a detection looks like the face; nil where nobody can tell. Detectors disagree about a face's size from
    /// one search to the next, so it is looked at in the size that the face has had, too.
    func likeness(of box: CGRect, in plane: ScaledPlane?) -> Double? {
        guard let look else { return nil }
        let size = look.box.size
        let sized = CGRect(
            x: box.midX - size.width / 2, y: box.midY - size.height / 2, width: size.width,
            height: size.height)
        return [box, sized].compactMap { look.likeness(of: $0, in: plane)?.whole }.max()
    }

    /// The same where it counts that it is the face: detectors disagree also about its place by some hundredths of its size, by which
    /// patterns of one face may differ more than those of two. Of 2,700 pairs of different people 0.1 % are as alike as the same one
    /// always is, 0.8.
    func likeness(around box: CGRect, in plane: ScaledPlane?) -> Double? {
        let shifts = [-Self.disagreement, 0, Self.disagreement]
        return shifts.flatMap { x in
            shifts.compactMap { y in
                likeness(of: box.offsetBy(dx: x * box.width, dy: y * box.height), in: plane)
            }
        }.max()
    }

    private static let disagreement = 0.06

    /// Is told that a face was detected near its place that does not look like it, while it is hidden: a part of it that
    /// comes out behind what hid it, or somebody else.
    ///
    /// - Returns: Whether that is to be believed to be somebody else: when search after search finds it.
    mutating func meetStranger(at time: Duration) -> Bool {
        let since = strangerSince ?? time
        stranger = (since, misses)
        return time - since >= Self.doubt
    }

    /// Whether somebody else's face seems to be in front of it.
    var isBehindStranger: Bool { strangerSince != nil && !isSeen }

    /// Since when search after search has met a stranger. The half of a face that was seen last before it was hidden is not
    /// the half that comes out.
    private var strangerSince: Duration? { stranger.flatMap { misses - $0.misses < 2 ? $0.since : nil } }

    /// How long somebody who comes out is not known for sure: longer than from one search to the next.
    private static let doubt = Duration.milliseconds(400)

    /// Whether its place looks like it, all of it or a part.
    var isSeen: Bool { isWhole || (likeness?.part ?? 0) >= FaceLook.same }
    /// Whether all of it does.
    var isWhole: Bool { (likeness?.whole ?? 0) >= FaceLook.same }

    mutating func take(_ new: Detection, at time: Duration, plane: ScaledPlane?) {
        let weight = corners.correct(
            with: new.reading.corners,
            learnsSpeed: likeness == nil || !hasMotion && (isWhole || isAlike(new, in: plane)),
            speed: speed(to: new, at: time))
        if case .face(let content) = new.reading.content {
            pose?.correct(with: content, weight: weight, seconds: (time - lastTime) / .seconds(1))
        }
        let known = detection
        detection = new
        // A code that was read before and is only located now still says what it said.
        if case .code(let old) = known.reading.content, case .code(let content) = new.reading.content,
            old.isDecoded, !content.isDecoded
        {
            detection = known
            detection.reading.corners = new.reading.corners
        } else {
            lastDecoded = time
        }
        if type == .face { renewLook(at: time, in: plane) }
        (lastTime, lastSeen, rested) = (time, time, .zero)
        misses = 0
        failingSince = nil
        stranger = nil
        isDetected = true
        cover = 0
        touch = 0
    }

    /// Whether a detection looks like the face.
    private func isAlike(_ new: Detection, in plane: ScaledPlane?) -> Bool {
        likeness(of: new.reading.boundingBox, in: plane).map { $0 >= FaceLook.same } ?? false
    }

    /// Sizes a second that anything may move: a face is some 0.2 m wide and high, and who runs past a camera does 2.5 m a second.
    static let fastest = 12.0
    /// For how many seconds it goes straight on at that speed; who is unseen for longer may have been anywhere.
    static let longestStride = 0.5

    /// How fast it came from where it was detected last, in pixels a second.
    private func speed(to new: Detection, at time: Duration) -> CGPoint {
        guard unseen(at: time) <= .seconds(Self.longestStride) else { return .zero }
        let (from, to) = (lastBox, new.reading.boundingBox)
        let (x, y) = (to.midX - from.midX, to.midY - from.midY)
        // Two frames may have nearly the same time.
        let seconds = max((time - lastTime) / .seconds(1), hypot(x, y) / (Self.fastest * to.meanSide))
        return seconds > 0 ? CGPoint(x: x / seconds, y: y / seconds) : .zero
    }

    /// Goes on as another track of the same face did.
    mutating func take(over other: Track) {
        detection = other.detection
        (corners, pose) = (other.corners, other.pose)
        (lastTime, lastSeen, misses, isDetected) = (other.lastTime, other.lastSeen, 0, true)
        (lastDecoded, rested) = (other.lastDecoded, other.rested)
        (cover, touch) = (0, 0)
    }

    /// Takes what it looks like now, if that has changed. A face that something covers in part is detected too, and who is
    /// detected where it was hidden may be somebody else: then another look is believed when it stays.
    private mutating func renewLook(at time: Duration, in plane: ScaledPlane?) {
        guard let new = FaceLook(of: box, in: plane) else { return }
        if let likeness, let known = look?.likeness(of: box, in: plane) {
            guard likeness.whole < Self.unchanged else {
                changeTime = nil
                return
            }
            let isPartlyCovered =
                likeness.part >= Self.clear && likeness.part - likeness.whole > Self.unevenness
            let isOther = max(likeness.whole, known.whole) < Self.leastLikeness
            let first = time - lastTime < Self.longestChange ? changeTime ?? time : time
            if isPartlyCovered || isOther, time - first < Self.longestChange {
                changeTime = first
                let center = CGPoint(x: box.midX, y: box.midY)
                if !isSeen { look?.move(to: center) }
                return
            }
        }
        (look, changeTime) = (new, nil)
    }

    /// From how alike on nothing has changed.
    private static let unchanged = 0.9
    /// How alike a part is at least, and how much more than the whole, where something covers the rest.
    private static let clear = 0.9
    private static let unevenness = 0.08
    /// From how alike on a look may be of the same face that has turned.
    private static let leastLikeness = 0.7
    /// After this time another look is that of the face.
    private static let longestChange = Duration.milliseconds(600)

    /// Is told that nothing was detected that can be it.
    ///
    /// - Parameters:
    ///   - share: How much of a search has missed it; 0 if nobody searched.
    ///   - hasFailed: Whether an engine failed in that search, which might have found it. For a moment such a search does not
    ///     count; where all fail it is not known to be there any more.
    ///   - cover: The part of its place, 0…1, that something covers that was seen later.
    ///   - touch: The same of something that was seen as late or later.
    mutating func miss(share: Double, hasFailed: Bool, cover: Double, touch: Double, at time: Duration) {
        failingSince = hasFailed ? failingSince ?? time : nil
        let isExcused = failingSince.map { time - $0 <= Self.longestExcuse } ?? false
        let share = isExcused ? 0 : share
        misses += share
        (self.cover, self.touch) = (cover, touch)
        let wasConfirmed = isConfirmed || misses == share
        // In two frames: for one, what passes may look like it by chance.
        isConfirmed = !isCovered && isWhole && wasWhole
        if isSeen, !isCovered { lastSeen = time }
        // Seen again where it was: as good as a detection, once.
        if isConfirmed, !wasConfirmed { (misses, lastTime, rested) = (0, time, .zero) }
    }

    private static let longestExcuse = Duration.seconds(2)

    /// Whether motion at its place may be that of something in front.
    private var isTouched: Bool { touch > 0.05 }
    /// Whether it is behind something.
    var isCovered: Bool { cover > Self.covered }

    private static let covered = 0.3

    /// Takes all that is known of its place to the pixels of another frame.
    mutating func rescale(by change: FrameChange) {
        corners.rescale(by: change)
        pose?.rescale(by: change)
        look?.rescale(by: change)
        lastSpeed = CGPoint(x: lastSpeed.x * change.x, y: lastSpeed.y * change.y)
        detection.reading.corners = detection.reading.corners.map(change.callAsFunction)
    }
}
