import Foundation
import MetadataOutput

/// Finds faces without a model file: dlib's filters over the picture at several sizes and turns, and more looks at what
/// they are not sure of.
struct HOGFaceSearch: Sendable {
    let filters: FaceFilters
    let passes: [HOGPass]
    let time: SearchTime
    /// What is searched of a picture, in its pixels; nil for all of it.
    var parts: [CGRect]?
    /// How many sizes are searched at once.
    var threads = 1
    /// Called when a face was found of which no more looks are needed, while others are still looked for; at once and from any
    /// thread.
    var onSureFace: @Sendable () -> Void = {}

    /// Score from which a box is a face without more looks.
    fileprivate static let sure = 0.6
    /// Mean of the first score and that of the looks from which a box is a face.
    private static let limit = -0.015
    /// What is seen upside down or lying on its side too, and scores so little less there, is no face but a wheel, a plate or
    /// an O; and what that takes off the score: none of 493 faces is so.
    private static let (alike, alikeWeight) = (0.35, 0.7)
    /// By what share of its area a smaller box lies in a better one whose part it is, and how much smaller it is.
    fileprivate static let (within, smaller) = (0.7, 0.7)
    /// Intersection over union from which a square is of a face that was found before.
    fileprivate static let sameFace = 0.2

    /// The faces of a picture, best first, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        // Those that the edge cuts are looked for beside the others.
        let cutPasses = passes.filter(\.seesCutFaces)
        let found = ([nil] + cutPasses.map(Optional.some)).mapped(onThreads: threads) { cutPass in
            Result { () throws(EngineFailure) in
                guard let cutPass else { return try wholeFaces(in: picture) }
                return time.isUp
                    ? [] : try CutFaceSearch(filters: filters, pass: cutPass).candidates(in: picture)
            }
        }
        var candidates = try found[0].get()
        for result in found.dropFirst() {
            let cut = try result.get()
            candidates += cut.filter { cut in !candidates.contains { $0.isBelieved && $0.isSameFace(as: cut) }
            }
        }
        candidates.sort { $0.score > $1.score }
        // A mouth with nostrils above it is like a face, and stands in one.
        for index in candidates.indices where candidates[index].isBelieved {
            let isPart = candidates[..<index].contains {
                $0.isBelieved && candidates[index].isPart(of: $0)
            }
            if isPart { candidates[index].giveWay() }
        }
        return candidates
    }

    /// The faces that lie all in the picture, and what is not believed among them.
    private func wholeFaces(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        var candidates = try judged(by: passes.filter { $0.largestFace == nil }, in: picture)
        let distant = passes.filter { $0.isDue(after: candidates, in: picture) }
        if !distant.isEmpty, !time.isUp {
            let judged = try judged(by: distant, in: picture)
            candidates += judged.filter { face in
                !candidates.contains { $0.square.intersectionOverUnion(face.square) > Self.sameFace }
            }
        }
        return candidates
    }

    /// What some passes find, with what more looks make of it.
    private func judged(by passes: [HOGPass], in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let frame = CGRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        var candidates = try found(by: passes, in: picture).filter { frame.contains($0.centre) }.suppressed()
        for index in candidates.indices where candidates[index].score < Self.sure {
            guard !time.isUp else {
                (candidates[index].isBelieved, candidates[index].isExamined) = (false, false)
                continue
            }
            let score = candidates[index].score
            let looks = HOGOpinion(filters: filters, face: candidates[index], picture: picture)
            let opinion = try looks.meanScore(limit: 2 * Self.limit - score)
            candidates[index].score = (score + opinion) / 2
            candidates[index].opinions.append(
                .init(.moreLooks, opinion, shortfall: (Self.sure - opinion) / 2))
            if candidates[index].score >= Self.limit, let other = try looks.bestOtherWayUp(),
                opinion - other < Self.alike
            {
                candidates[index].score -= Self.alikeWeight
                candidates[index].opinions.append(.init(.otherWaysUp, 1, shortfall: Self.alikeWeight))
            }
            candidates[index].isBelieved = candidates[index].score >= Self.limit
        }
        return candidates
    }

    /// What the passes find, in their order.
    private func found(by passes: [HOGPass], in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let passes = passes.filter { !$0.seesCutFaces && $0.isOf(picture) }
        let factors = passes.map { $0.factor(for: picture) }
        // Passes of one size share its view, and those of one turn too a walk over its smaller versions.
        let sizes = factors.indices.filter { factors.firstIndex(of: factors[$0]) == $0 }.map { factors[$0] }
        let found = sizes.mapped(onThreads: threads) { factor in
            Result { () throws(EngineFailure) in
                let members = passes.indices.filter { factors[$0] == factor }
                return try searched(of: picture).map { view throws(EngineFailure) in
                    try candidates(of: members, among: passes, in: view.scaled(by: factor))
                }
            }
        }
        var byPass: [Int: [FaceCandidate]] = [:]
        for result in found {
            for faces in try result.get() { byPass.merge(faces, uniquingKeysWith: +) }
        }
        return passes.indices.flatMap { byPass[$0] ?? [] }
    }

    private func searched(of picture: Plane) -> [View] {
        parts?.map { View($0, of: picture) } ?? [View(picture)]
    }

    /// What some of the passes find in the upright view that they share, by their numbers.
    private func candidates(of members: [Int], among passes: [HOGPass], in upright: View)
        throws(EngineFailure) -> [Int: [FaceCandidate]]
    {
        var found: [Int: [FaceCandidate]] = [:]
        for (turn, members) in Dictionary(grouping: members, by: { passes[$0].turn }) {
            let view = turn == 0 ? upright : upright.turned(by: turn, border: .constant(112))
            let faces = try filters.faces(in: view.plane, passes: members.map { passes[$0].search })
            for (member, faces) in zip(members, faces) {
                found[member] = faces.map { FaceCandidate($0, of: passes[member], in: view) }
                if faces.contains(where: { $0.score >= Self.sure }) { onSureFace() }
            }
        }
        return found
    }
}

extension FaceCandidate {
    init(_ face: FaceFilters.Face, of pass: HOGPass, in view: View) {
        centre = view.toPicture(CGPoint(x: face.square.midX, y: face.square.midY))
        let edge = view.toPicture(CGPoint(x: face.square.maxX, y: face.square.midY))
        side = 2 * hypot(edge.x - centre.x, edge.y - centre.y)
        startRoll = face.tilt - pass.turn
        box = FaceBox.box(centre: centre, side: side, roll: pass.turn == 0 ? 0 : startRoll)
        (score, engine, step, isTurned, points) = (face.score, .dlib, pass.name, pass.turn != 0, [])
        opinions = [.init(.filters, score, shortfall: (HOGFaceSearch.sure - score) / 2)]
    }

    /// Whether a square at the picture's edge is of the same face.
    fileprivate func isSameFace(as cut: FaceCandidate) -> Bool {
        square.intersectionOverUnion(cut.square) > HOGFaceSearch.sameFace
    }

    /// Whether it is a smaller box within another face.
    fileprivate func isPart(of other: FaceCandidate) -> Bool {
        let common = square.intersection(other.square)
        return side < HOGFaceSearch.smaller * other.side && !common.isNull
            && common.width * common.height > HOGFaceSearch.within * side * side
    }
}

extension HOGPass {
    /// Whether it is one for distant people, and the faces that others found leave room for them.
    fileprivate func isDue(after candidates: [FaceCandidate], in picture: Plane) -> Bool {
        guard let largestFace else { return false }
        let faces = candidates.filter(\.isBelieved)
        let limit = largestFace * Double(max(picture.width, picture.height))
        return faces.isEmpty || faces.contains { $0.side <= limit }
    }

    var search: FaceFilters.Pass {
        FaceFilters.Pass(cellSize: cellSize, levels: levels, limit: limit)
    }

    /// What a picture's size is multiplied by for the pass.
    func factor(for picture: Plane) -> Double {
        let side = Double(max(picture.width, picture.height))
        let thumbnail = min(Double(thumbnailSide) / side, 2 * largestFactor)
        return min(Double(longerSide) / side, max(largestFactor, thumbnail))
    }
}

extension View {
    /// The view at another size; itself at its own.
    func scaled(by factor: Double) -> View {
        factor == 1 ? self : resized(by: factor, interpolation: factor < 1 ? .area : .linear)
    }
}
