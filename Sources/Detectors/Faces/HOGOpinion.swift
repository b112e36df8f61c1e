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
    /// Below this score nothing is like a face; what no look shows counts as this.
    private static let floor = -1.5

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
    /// Straight ahead first: most faces need no second look.
    private static let searching = Look.all(turns: [0, -30, 30], faceSides: [84, 76, 92])

    /// The mean score of looks at the roll known; steadier than one score.
    func meanScore() throws(EngineFailure) -> Double {
        var sum = 0.0
        for look in Self.repeated { sum += try score(look) }
        return sum / Double(Self.repeated.count)
    }

    /// The best score of looks with the roll known or 30° off, and the roll of that look. From a score of `clear`
    /// on nobody looks further.
    func best(clear: Double) throws(EngineFailure) -> (score: Double, roll: Double) {
        var best = (score: Self.floor, roll: face.startRoll)
        for look in Self.searching {
            let score = try score(look)
            if score > best.score { best = (score, face.startRoll + look.turn) }
            if score >= clear { break }
        }
        return best
    }

    /// The best score in the middle of a cut-out, at about the size expected.
    private func score(_ look: Look) throws(EngineFailure) -> Double {
        let view = View(picture).uprightSquare(
            around: face.centre, roll: face.startRoll + look.turn, scale: face.side / look.faceSide,
            side: Self.side, isMirrored: look.isMirrored)
        let middle = Double(Self.side) / 2
        let pass = FaceFilters.Pass(levels: Self.levels, limit: Self.floor)
        let found = try filters.faces(in: view.plane, passes: [pass])[0].first { found in
            max(abs(found.square.midX - middle), abs(found.square.midY - middle)) < 0.3 * look.faceSide
                && (look.faceSide / 1.4..<look.faceSide * 1.4).contains(found.square.width)
        }
        return found?.score ?? Self.floor
    }
}
