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

    /// The faces of a picture, best first, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        var found: [FaceCandidate] = []
        // Passes at one size share its view.
        var views: [Double: View] = [:]
        for pass in passes {
            let factor = pass.factor(for: picture)
            let upright = views[factor] ?? View(picture).scaled(by: factor)
            views[factor] = upright
            found += try candidates(of: pass, in: upright)
        }
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        var candidates = found.filter { frame.contains($0.centre) }.suppressed()
        for index in candidates.indices where candidates[index].score < Self.sure {
            let opinion = try HOGOpinion(face: candidates[index], picture: picture).meanScore()
            candidates[index].score = (candidates[index].score + opinion) / 2
            candidates[index].isBelieved = candidates[index].score >= Self.limit
        }
        return candidates
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

extension HOGPass {
    /// What a picture's size is multiplied by for the pass.
    fileprivate func factor(for picture: Plane) -> Double {
        min(Double(longerSide) / Double(max(picture.width, picture.height)), largestFactor)
    }
}

extension View {
    /// The view at another size; itself at its own.
    fileprivate func scaled(by factor: Double) -> View {
        factor == 1 ? self : resized(by: factor, interpolation: factor < 1 ? .area : .linear)
    }
}
