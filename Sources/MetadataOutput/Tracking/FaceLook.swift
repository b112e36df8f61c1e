import Foundation

/// What a tracked face looks like, and where it is by that. In pixels of the picture.
///
/// Its place is one that motion has carried since the look was taken, and not that of the last detection: detectors
/// disagree about a face's box from one search to the next, by more than patterns may be displaced.
struct FaceLook: Sendable {
    /// How much a place looks like the face.
    struct Likeness: Sendable {
        /// −1…1; 1 is the same.
        let whole: Double
        /// The same of the quarter that is most like it.
        let part: Double
    }

    /// Where it is; upright as it was when the look was taken.
    private(set) var box: CGRect
    /// Degrees by which it has turned since.
    private var turn = 0.0
    private let pattern: FacePattern

    /// From how alike on a place is taken for the face itself.
    static let same = 0.8
    /// From how alike on nobody looks further.
    private static let certain = 0.97
    /// How alike a place must be so that its motion is the face's: less if a part of it is clearly seen…
    private static let least = 0.6
    private static let samePart = 0.9
    /// …and how much less it may be than where it was before.
    private static let error = 0.005

    /// nil where there is nothing to be seen.
    init?(of box: CGRect, in plane: ScaledPlane?) {
        guard let pattern = plane?.pattern(of: box) else { return nil }
        self.box = box
        self.pattern = pattern
    }

    /// How much its place looks like it in a frame; nil without a plane.
    func likeness(in plane: ScaledPlane?) -> Likeness? { likeness(of: box, turnedBy: turn, in: plane) }

    /// How much another place looks like it.
    func likeness(of box: CGRect, in plane: ScaledPlane?) -> Likeness? {
        likeness(of: box, turnedBy: 0, in: plane)
    }

    private func likeness(of box: CGRect, turnedBy turn: Double, in plane: ScaledPlane?) -> Likeness? {
        guard let plane else { return nil }
        guard let seen = plane.pattern(of: box, turnedBy: turn) else { return Likeness(whole: 0, part: 0) }
        return Likeness(
            whole: pattern.correlation(with: seen), part: pattern.partialCorrelation(with: seen))
    }

    /// Goes with a motion that was seen at its place, if it is the face that moved and not something in front of it.
    ///
    /// - Returns: Whether it was, and how much the place looks like it, there or where it was.
    mutating func follow(_ motion: Motion, in plane: ScaledPlane?) -> (isFollowed: Bool, likeness: Likeness?)
    {
        var moved = self
        let center = motion(CGPoint(x: box.midX, y: box.midY))
        let (width, height) = (box.width * motion.scale, box.height * motion.scale)
        moved.box = CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        moved.turn += motion.rotation
        guard let seen = moved.likeness(in: plane) else { return (true, nil) }
        if seen.whole >= Self.certain {
            self = moved
            return (true, seen)
        }
        guard let rested = likeness(in: plane) else { return (true, nil) }
        let isAlike = seen.whole >= Self.same || seen.whole >= Self.least && seen.part >= Self.samePart
        // The box of a half covered face that slides off what covers it is more like the face as a whole, but less in
        // detail.
        let gain = (seen.whole - rested.whole) + (seen.part - rested.part)
        guard isAlike, gain >= -Self.error else { return (false, rested) }
        self = moved
        return (true, seen)
    }

    /// Puts it where the face was detected.
    mutating func move(to center: CGPoint) {
        shift(x: center.x - box.midX, y: center.y - box.midY)
    }

    mutating func shift(x: Double, y: Double) { box = box.offsetBy(dx: x, dy: y) }

    mutating func rescale(by change: FrameChange) { box = change(box) }
}
