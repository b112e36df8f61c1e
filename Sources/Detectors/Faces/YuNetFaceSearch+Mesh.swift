import Foundation
import MetadataOutput

// Judging with the face mesh.
extension YuNetFaceSearch {
    /// So many boxes are looked at, best first.
    private static let most = 300
    /// Score from which the mesh looks for a face at other angles too, and for how many of the best: a picture of many must
    /// not take longer than it may.
    private static let (anyAngle, mostTurned) = (0.5, 40)
    /// Intersection over union from which the mesh's points are of one face.
    private static let sameFace = 0.35

    /// Boxes judged by all opinions together. Those of one face differ in size and place, and the mesh finds the same
    /// points from all of them: then the best stands.
    func candidates(
        _ faces: [YuNet.Face], in view: View, of picture: Plane, judgedBy mesh: FaceMesh
    ) throws(EngineFailure) -> [FaceCandidate] {
        let pass = MeshPass(model: mesh, picture: picture)
        var candidates: [FaceCandidate] = []
        for (number, face) in faces.prefix(Self.most).enumerated() {
            let isSearched = face.score >= Self.anyAngle && number < Self.mostTurned
            candidates.append(try judged(face, in: view, by: pass, isSearched: isSearched))
        }
        candidates.sort { $0.score > $1.score }
        for index in candidates.indices where candidates[index].isBelieved {
            guard let bounds = candidates[index].mesh?.bounds else { continue }
            candidates[index].isBelieved = !candidates[..<index].contains { better in
                better.isBelieved
                    && better.mesh.map { $0.bounds.intersectionOverUnion(bounds) > Self.sameFace } ?? false
            }
        }
        return candidates + faces.dropFirst(Self.most).map { Self.notExamined($0, in: view) }
    }

    /// A face with the probability that it is one as its score. The cheaper opinions are asked first, and the next only
    /// while they can make a difference.
    ///
    /// - Parameter isSearched: Whether it is worth looking for the face at other angles.
    private func judged(
        _ face: YuNet.Face, in view: View, by pass: MeshPass, isSearched: Bool
    ) throws(EngineFailure) -> FaceCandidate {
        var candidate = FaceCandidate(face, in: view, roll: nil)
        var evidence = FaceEvidence(score: face.score)
        candidate.engine = .yunetMesh
        if face.box.height < Self.smallHeight {
            let look = try lookAtOtherSizes(of: candidate, in: pass.picture)
            evidence.otherSizes = look.score
            // Of a face of a few pixels the box is only about right; enlarged it is better.
            if let box = look.box { candidate.move(to: box) }
        }
        guard !evidence.isFaintLeaf else {
            candidate.score = evidence.probability
            candidate.isBelieved = false
            return candidate
        }
        if !evidence.isDecided || evidence.isBelieved {
            candidate.mesh = try pass.fit(
                of: candidate.box, roll: candidate.startRoll, isSearched: isSearched)
            evidence.mesh = candidate.mesh?.logit
        }
        if evidence.otherSizes == nil, !evidence.isDecided {
            evidence.otherSizes = try lookAtOtherSizes(of: candidate, in: pass.picture).score
        }
        if !evidence.isDecided {
            let opinion = HOGOpinion(filters: filters, face: candidate, picture: pass.picture)
            evidence.filters = try opinion.best(clear: Self.clear).score
        }
        let edge = EdgeOpinion(model: model, filters: filters, picture: pass.picture)
        if !evidence.isBelieved, face.score >= Self.limit, edge.isCut(candidate),
            let scores = try edge.scores(of: candidate)
        {
            evidence.otherSizes = max(evidence.otherSizes ?? 0, scores.model)
            evidence.filters = max(evidence.filters ?? scores.filters, scores.filters)
        }
        candidate.score = evidence.probability
        candidate.isBelieved = evidence.isBelieved
        return candidate
    }
}
