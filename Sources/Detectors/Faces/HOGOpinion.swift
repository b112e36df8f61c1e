import Foundation
import MetadataOutput

/// What dlib's filters say of a face that was found already, when it is cut out upright and at the size they like.
///
/// One look is little to go by, as the filters' score jumps with a pixel of shift or size: they look several times,
/// at several sizes and in the mirror.
struct HOGOpinion {
    let filters: FaceFilters
    let face: FaceCandidate
    let picture: Plane

    /// Side of what is cut out, in pixels.
    private static let side = 160
    /// Below this score nothing is like a face, and what a look does not show counts as the other: looks as far down as that
    /// would be three times as slow.
    private static let (floor, unseen) = (-0.5, -1.0)

    /// Sizes that are searched: windows of 73, 88 and 105 pixels.
    private static let levels: Int32 = 3

    private struct Look {
        /// By how much the roll may have been wrong, in degrees.
        let turn: Double
        /// Side of dlib's square in what is cut out, in pixels.
        let faceSide: Double
        let isMirrored: Bool

        static func all(turns: [Double], faceSides: [Double]) -> [Look] {
            turns.flatMap { turn in
                faceSides.flatMap { faceSide in
                    [false, true].map { Look(turn: turn, faceSide: faceSide, isMirrored: $0) }
                }
            }
        }
    }

    private static let repeated = Look.all(turns: [0], faceSides: [84, 76])
    /// What is looked at more where these leave a doubt: a mean so near to the limit.
    private static let (more, doubt) = (Look.all(turns: [0], faceSides: [80, 88]), 0.5)
    /// Straight ahead first: most faces need no second look.
    private static let searching = Look.all(turns: [0, -reach, reach], faceSides: [84, 76, 92])
    /// By how many degrees the roll may be wrong.
    static let reach = 30.0

    /// Height by width of a face with the mouth open or a long chin, by those of the faces that the filters know.
    private static let longShape = 1.3

    /// The mean score of looks at the roll known, steadier than one score. Where it is below a limit, that of looks as
    /// at a long face if it is better.
    func meanScore(limit: Double) throws(EngineFailure) -> Double {
        let score = try meanScore(shape: 1, limit: limit)
        return score < limit ? max(score, try meanScore(shape: Self.longShape, limit: limit)) : score
    }

    private func meanScore(shape: Double, limit: Double) throws(EngineFailure) -> Double {
        let first = try meanScore(of: Self.repeated, shape: shape)
        guard abs(first - limit) < Self.doubt else { return first }
        return try (first + meanScore(of: Self.more, shape: shape)) / 2
    }

    private func meanScore(of looks: [Look], shape: Double) throws(EngineFailure) -> Double {
        var sum = 0.0
        for look in looks {
            sum += try seen(in: look, shape: shape)?.score ?? Self.unseen
        }
        return sum / Double(looks.count)
    }

    /// The best score of looks with the roll known or 30° off, and the roll that this look and the filter behind the
    /// score tell. From a score of `clear` on nobody looks further.
    func best(clear: Double) throws(EngineFailure) -> (score: Double, roll: Double) {
        var best = (score: Self.floor, roll: face.startRoll)
        for look in Self.searching {
            guard let seen = try seen(in: look), seen.score > best.score else {
                continue
            }
            best = (seen.score, face.startRoll + look.turn + (look.isMirrored ? -seen.tilt : seen.tilt))
            if seen.score >= clear { break }
        }
        return best
    }

    /// The best score of looks at it upside down and lying on either side; nil if none shows anything like a face. The filters
    /// see tilts up to about 40°: a face is none to them there.
    func bestOtherWayUp() throws(EngineFailure) -> Double? {
        var best: Double?
        for look in Look.all(turns: [180, 90, -90], faceSides: [84, 76]) {
            if let seen = try seen(in: look) { best = max(best ?? seen.score, seen.score) }
        }
        return best
    }

    /// Whether one look shows anything like a face.
    func isPossible() throws(EngineFailure) -> Bool {
        try seen(in: Self.searching[0]) != nil
    }

    /// What is seen best in the middle of a cut-out, at about the size expected.
    private func seen(in look: Look, shape: Double = 1) throws(EngineFailure) -> FaceFilters
        .Face?
    {
        let view = View(picture).uprightSquare(
            around: face.centre, roll: face.startRoll + look.turn, scale: face.side / look.faceSide,
            side: Self.side, aspect: shape, isMirrored: look.isMirrored)
        let middle = Double(Self.side) / 2
        let pass = FaceFilters.Pass(levels: Self.levels, limit: Self.floor)
        return try filters.faces(in: view.plane, passes: [pass])[0].first { found in
            max(abs(found.square.midX - middle), abs(found.square.midY - middle)) < 0.3 * look.faceSide
                && (look.faceSide / 1.4..<look.faceSide * 1.4).contains(found.square.width)
        }
    }
}
