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
    let firstTime: Duration
    /// The last detection.
    private(set) var detection: Detection
    private(set) var lastTime: Duration
    /// The searches that have not found it since, where a part of a search counts as that part.
    private(set) var misses = 0.0
    private(set) var appearance: Appearance?
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
    private var pose: PoseFilter?

    init(id: Int, time: Duration, detection: Detection, appearance: Appearance?) {
        self.id = id
        self.firstTime = time
        self.lastTime = time
        self.detection = detection
        self.appearance = appearance
        corners = CornerFilter(
            detection.reading.corners, error: detection.reading.type == .face ? 0.04 : 0.02)
        if case .face(let content) = detection.reading.content { pose = PoseFilter(content) }
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

    mutating func predict(seconds: Double, motion: Motion?) {
        hasMotion = motion != nil
        isDetected = false
        corners.predict(seconds: seconds, motion: motion)
        if let motion { pose?.predict(motion: motion) }
    }

    mutating func take(_ new: Detection, at time: Duration, appearance: Appearance?) {
        let weight = corners.correct(with: new.reading.corners)
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
        }
        self.appearance = appearance ?? self.appearance
        lastTime = time
        misses = 0
        isDetected = true
        cover = 0
        touch = 0
    }

    /// Is told that nothing was detected that can be it.
    ///
    /// - Parameters:
    ///   - share: How much of a search has missed it; 0 if nobody searched.
    ///   - cover: The part of its place, 0…1, that something covers that was seen later.
    ///   - touch: The same of something that was seen as late or later.
    ///   - look: What is at its place.
    mutating func miss(share: Double, cover: Double, touch: Double, look: Appearance?) {
        misses += share
        (self.cover, self.touch) = (cover, touch)
        let similarity = appearance.flatMap { known in look.flatMap(known.similarity) }
        isConfirmed = hasMotion && cover < Self.covered && (similarity ?? 0) >= Self.alike
    }

    /// Whether motion at its place may be that of something in front.
    var isTouched: Bool { touch > 0.05 }
    /// Whether it is behind something.
    var isCovered: Bool { cover > Self.covered }

    private static let covered = 0.3
    /// From how alike on what is at the place is taken for the object itself.
    private static let alike = 0.85

    mutating func rescale(x: Double, y: Double) {
        corners.rescale(x: x, y: y)
        pose?.rescale(x: x, y: y)
        detection.reading.corners = detection.reading.corners.map { CGPoint(x: $0.x * x, y: $0.y * y) }
    }
}
