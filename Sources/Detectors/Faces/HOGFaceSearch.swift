import Foundation
import MetadataOutput

/// Finds faces without a model file: dlib's filters over the picture at several sizes and turns, and a second look
/// at what they are not sure of.
struct HOGFaceSearch: Sendable {
    let filters: FaceFilters
    let passes: [HOGPass]

    /// Score from which a box is a face without a second look.
    private static let sure = 0.6
    /// Mean of both looks' scores from which a box is a face.
    private static let limit = -0.025

    /// What a pass searches; passes with the same share one walk over its sizes.
    private struct Outlook: Hashable {
        let factor: Double
        let turn: Double
    }

    /// The faces of a picture, best first, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        var candidates = try found(in: picture).filter { frame.contains($0.centre) }.suppressed()
        for index in candidates.indices where candidates[index].score < Self.sure {
            let score = candidates[index].score
            let opinion = try HOGOpinion(filters: filters, face: candidates[index], picture: picture)
                .meanScore(limit: 2 * Self.limit - score)
            candidates[index].score = (score + opinion) / 2
            candidates[index].isBelieved = candidates[index].score >= Self.limit
        }
        return candidates
    }

    /// What the passes find, in their order.
    private func found(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let outlooks = passes.map { Outlook(factor: $0.factor(for: picture), turn: $0.turn) }
        var found = [[FaceCandidate]](repeating: [], count: passes.count)
        // Several turns share their upright view.
        var views: [Double: View] = [:]
        for (first, outlook) in outlooks.enumerated() where outlooks.firstIndex(of: outlook) == first {
            let upright = views[outlook.factor] ?? View(picture).scaled(by: outlook.factor)
            views[outlook.factor] = upright
            let view = outlook.turn == 0 ? upright : upright.turned(by: outlook.turn, border: .constant(112))
            let members = passes.indices.filter { outlooks[$0] == outlook }
            let faces = try filters.faces(in: view.plane, passes: members.map { passes[$0].search })
            for (member, faces) in zip(members, faces) {
                found[member] = faces.map { candidate(for: $0, of: passes[member], in: view) }
            }
        }
        return found.flatMap(\.self)
    }

    private func candidate(for face: FaceFilters.Face, of pass: HOGPass, in view: View) -> FaceCandidate {
        let centre = view.toPicture(CGPoint(x: face.square.midX, y: face.square.midY))
        let edge = view.toPicture(CGPoint(x: face.square.maxX, y: face.square.midY))
        let side = 2 * hypot(edge.x - centre.x, edge.y - centre.y)
        let roll = face.tilt - pass.turn
        return FaceCandidate(
            centre: centre, side: side, startRoll: roll,
            box: FaceBox.box(centre: centre, side: side, roll: pass.turn == 0 ? 0 : roll),
            score: face.score, engine: .dlib, step: pass.name, isTurned: pass.turn != 0, points: [])
    }
}

extension HOGPass {
    fileprivate var search: FaceFilters.Pass {
        FaceFilters.Pass(cellSize: cellSize, levels: levels, limit: limit)
    }

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
