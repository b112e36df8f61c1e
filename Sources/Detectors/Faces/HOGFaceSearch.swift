import Foundation
import MetadataOutput

/// Finds faces without a model file: dlib's filters over the picture at several sizes and turns, and a second look
/// at what they are not sure of.
struct HOGFaceSearch: Sendable {
    let passes: [HOGPass]

    /// Score from which a box is a face without a second look.
    private static let sure = 0.6
    /// Mean of both looks' scores from which a box is a face.
    private static let limit = -0.025

    /// The faces of a picture, best first.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        var found: [FaceCandidate] = []
        for pass in passes {
            let upright = View(picture).scaled(toLongerSide: pass.longerSide, atMost: pass.largestFactor)
            found += try candidates(of: pass, in: upright)
        }
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        var faces: [FaceCandidate] = []
        for var candidate in found.filter({ frame.contains($0.centre) }).suppressed() {
            if candidate.score < Self.sure {
                let opinion = try HOGOpinion(face: candidate, picture: picture).meanScore()
                candidate.score = (candidate.score + opinion) / 2
            }
            if candidate.score >= Self.limit { faces.append(candidate) }
        }
        return faces
    }

    private func candidates(of pass: HOGPass, in upright: View) throws(EngineFailure) -> [FaceCandidate] {
        let view = pass.turn == 0 ? upright : upright.turned(by: pass.turn, border: .constant(112))
        return try HOG.faces(in: view.plane, cellSize: pass.cellSize, limit: pass.limit).map { face in
            let centre = view.toPicture(CGPoint(x: face.square.midX, y: face.square.midY))
            let edge = view.toPicture(CGPoint(x: face.square.maxX, y: face.square.midY))
            let side = 2 * hypot(edge.x - centre.x, edge.y - centre.y)
            let roll = Self.tilt(ofFilter: face.filter) - pass.turn
            return FaceCandidate(
                centre: centre, side: side, startRoll: roll,
                box: FaceBox.box(centre: centre, side: side, roll: pass.turn == 0 ? 0 : roll),
                score: face.score, engine: .dlib, step: pass.name, isTurned: pass.turn != 0, points: [])
        }
    }

    /// Roll in degrees that a filter was trained for.
    private static func tilt(ofFilter filter: Int) -> Double {
        switch filter {
        case 3: -30
        case 4: 30
        default: 0
        }
    }
}

extension View {
    /// The view at the size where its longer side has `longerSide` pixels, enlarged by `largestFactor` at most.
    func scaled(toLongerSide longerSide: Int, atMost largestFactor: Double) -> View {
        let factor = Double(longerSide) / Double(max(plane.width, plane.height))
        if factor == 1 { return self }
        return factor < 1
            ? resized(by: factor, interpolation: .area)
            : resized(by: min(factor, largestFactor), interpolation: .linear)
    }
}
