import Foundation
import MetadataOutput

/// Looks at a face with the mesh model, in squares turned so that the face stands upright.
///
/// What a look tells of the roll is right if it was nearly right before: of 5° to 10° that the square was wrong, the points
/// show nine tenths, of 25° half, and of 50° nothing. So a look is repeated with what it told, a little more if it told
/// much, until it tells nothing new; and where it shows no face, the square is turned further.
struct MeshPass {
    /// At which other angles than the one assumed a face is looked for.
    enum Search {
        case none
        /// Up to a right angle from it.
        case nearby
        /// Upside down as well: beyond a right angle YuNet's eye points change places, and what they tell is half a turn off.
        case upsideDown
    }

    /// What came of it.
    struct Fit: Sendable {
        /// 468 points: x and y in continuous pixels of the picture, z in the same unit, away from the camera.
        let points: [SIMD3<Double>]
        /// The logarithm of the odds that it is a face.
        fileprivate(set) var logit: Double
        let pose: FacePose

        /// Degrees between what was assumed of the roll and what was found.
        fileprivate let surprise: Double

        /// Whether it is so clear that its roll is right, wherever it was looked for.
        var isClear: Bool { logit >= MeshPass.clear }

        /// The smallest upright rectangle around the points.
        var bounds: CGRect { CGRect(around: points.map { CGPoint(x: $0.x, y: $0.y) }) }
    }

    let model: FaceMesh
    let picture: Plane

    /// Logit of a look that may show a face; half of the mesh's odds.
    private static let possible = 0.0
    /// Logit below which a face may stand at another angle than assumed.
    private static let clear = 8.0
    /// Logit from which it is that angle: at any other, a face has less than half as much.
    private static let certain = 20.0
    /// Angles that are tried then, the farther ones where a nearer one shows more of a face than none, by so much.
    private static let (turns, fartherTurns) = ([50.0, -50], [100.0, -100])
    private static let upsideDown = 180.0
    private static let better = 2.0
    /// Degrees of surprise up to which a look is the last, and from which it tells half of what is wrong.
    private static let (settled, halved) = (4.0, 8.0)
    private static let mostRepeats = 3

    /// A box from brow to chin by the square around the mesh's points: its sides, and by how much of its height it lies
    /// higher. Medians of 269 upright faces.
    private static let frame = (width: 0.8916, height: 1.1706, shift: 0.044)
    /// What the model wants to see, by that square.
    private static let margin = 1.5

    /// The face in a box from brow to chin; nil if the box has no size.
    ///
    /// - Parameters:
    ///   - roll: Degrees, clockwise positive, as far as known.
    ///   - search: Where else it is worth looking for it.
    func fit(of box: CGRect, roll: Double, search: Search) throws(EngineFailure) -> Fit? {
        guard let first = try look(at: box, roll: roll) else { return nil }
        var fit = first
        // Upside down, a face is a little of one too, and sometimes a clear one.
        if search == .upsideDown, first.logit < Self.certain,
            let other = try look(at: box, roll: roll + Self.upsideDown),
            other.logit > max(first.logit, Self.clear)
        {
            fit = other
        }
        if search != .none, first.logit < Self.clear {
            var most = first.logit
            for turn in Self.turns + Self.fartherTurns where fit.logit < Self.certain {
                if abs(turn) > Self.turns[0], most < first.logit + Self.better { break }
                guard let other = try look(at: box, roll: roll + turn) else { continue }
                most = max(most, other.logit)
                // One more chance is one more for chance: it has to be clear.
                if other.logit > max(fit.logit, Self.clear) { fit = other }
            }
        }
        guard fit.logit >= Self.possible else { return fit }
        for _ in 0..<Self.mostRepeats where abs(fit.surprise) > Self.settled {
            guard var next = try repeated(fit), next.logit >= Self.possible else { break }
            // What was a face in one look is one.
            next.logit = max(next.logit, fit.logit)
            fit = next
        }
        return fit
    }

    /// Whether a box from brow to chin shows a face another way up too: upside down as good a one, give or take a factor of a
    /// hundred of the odds, or any that lies on its side. Upside down a face's eyes and mouth change places, and the mesh sees a
    /// little of one; it follows tilts of up to half a right angle, and at a whole one no doubtful face was one to it.
    func isAlikeOtherWayUp(_ box: CGRect, as fit: Fit) throws(EngineFailure) -> Bool {
        for (turn, limit) in [
            (180.0, fit.logit - log(100)), (90, Self.possible), (-90, Self.possible),
        ] {
            if let other = try look(at: box, roll: fit.pose.roll + turn),
                other.logit >= max(limit, Self.possible)
            {
                return true
            }
        }
        return false
    }

    private func look(at box: CGRect, roll: Double) throws(EngineFailure) -> Fit? {
        let side = (box.width / Self.frame.width * box.height / Self.frame.height).squareRoot()
        let shift = Homography.rotation(degrees: roll)(CGPoint(x: 0, y: Self.frame.shift * box.height))
        return try look(
            around: CGPoint(x: box.midX + shift.x, y: box.midY + shift.y), side: side, roll: roll)
    }

    /// Another look at where the face was found, turned as it stands.
    private func repeated(_ fit: Fit) throws(EngineFailure) -> Fit? {
        let roll = fit.pose.roll + (abs(fit.surprise) > Self.halved ? fit.surprise : 0)
        let upright = Homography.rotation(degrees: -roll)
        let bounds = CGRect(around: fit.points.map { upright(CGPoint(x: $0.x, y: $0.y)) })
        let centre = Homography.rotation(degrees: roll)(CGPoint(x: bounds.midX, y: bounds.midY))
        return try look(around: centre, side: max(bounds.width, bounds.height), roll: roll)
    }

    /// - Parameter side: Of the square around the points, in pixels of the picture.
    private func look(around centre: CGPoint, side: Double, roll: Double) throws(EngineFailure) -> Fit? {
        let scale = side * Self.margin / Double(FaceMesh.side)
        guard scale > 0, scale.isFinite else { return nil }
        let view = View(picture).uprightSquare(around: centre, roll: roll, scale: scale, side: FaceMesh.side)
        let found = try model.look(at: view.plane)
        let points = found.points.map { point in
            let place = view.toPicture(CGPoint(x: point.x, y: point.y))
            return SIMD3(Double(place.x), Double(place.y), point.z * scale)
        }
        guard let pose = FacePose(mesh: points) else { return nil }
        let surprise = (pose.roll - roll + 180).wrappedDegrees - 180
        return Fit(points: points, logit: found.logit, pose: pose, surprise: surprise)
    }
}
