import Foundation
import MetadataOutput

/// Finds faces without a model file: dlib's filters over the picture at several sizes and turns.
struct HOGFaceSearch: Sendable {
    let passes: [HOGPass]

    /// The faces of a picture, best first.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        var views: [Int: View] = [:]
        var found: [FaceCandidate] = []
        for pass in passes {
            let upright = views[pass.longerSide] ?? View(picture).scaled(toLongerSide: pass.longerSide)
            views[pass.longerSide] = upright
            found += try candidates(of: pass, in: upright)
        }
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        return found.filter { frame.contains($0.centre) }.suppressed()
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
    /// The view at the size where its longer side has `longerSide` pixels; enlarged at most twice.
    func scaled(toLongerSide longerSide: Int) -> View {
        let factor = Double(longerSide) / Double(max(plane.width, plane.height))
        if factor == 1 { return self }
        return factor < 1
            ? shrunk(toLongerSide: longerSide) : resized(by: min(factor, 2), interpolation: .linear)
    }
}
