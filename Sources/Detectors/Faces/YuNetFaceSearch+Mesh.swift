import Foundation
import MetadataOutput

// Judging with the face mesh.
extension YuNetFaceSearch {
    /// So many boxes are looked at, best first.
    private static let most = 300
    /// Score from which the mesh looks for a face at other angles too, and for how many of the best: a picture of many must
    /// not take longer than it may.
    private static let (anyAngle, mostTurned) = (0.5, 40)
    /// Of small boxes that the model hardly sees so many are shown to dlib's filters, best first.
    private static let mostWhispers = 16
    /// A score of theirs from which such boxes are looked at as others are, and the same for those that are only faint.
    private static let (heard, heardFaint) = (0.2, 0.0)
    /// Height of a face by the picture's longer side from which it stands near the camera.
    private static let near = 1.0 / 16
    /// Intersection over union from which the mesh's points are of one face.
    static let sameFace = 0.35

    /// Boxes judged by all opinions together. Those of one face differ in size and place, and the mesh finds the same
    /// points from all of them: then the best stands.
    ///
    /// - Parameters:
    ///   - others: What the look from farther away found.
    ///   - isCrowd: Whether the picture shows many small faces: then those that are faint are probably some too, from
    ///     the side and turned as well, and dlib's filters are not asked first.
    func candidates(
        _ faces: [YuNet.Face], beside others: [FaceCandidate], in view: View, of picture: Plane,
        judgedBy mesh: FaceMesh, isCrowd: Bool
    ) throws(EngineFailure) -> [FaceCandidate] {
        let pass = MeshPass(model: mesh, picture: picture)
        var candidates: [FaceCandidate] = []
        let whispers = faces.drop { $0.score >= Self.smallLimit }
        let faces = faces.prefix(faces.count - whispers.count)
        for (number, face) in faces.prefix(Self.most).enumerated() {
            guard !time.isUp else {
                candidates.append(Self.notExamined(face, in: view))
                continue
            }
            if !isCrowd, face.box.height < Self.smallHeight, face.score < FaceEvidence.faint,
                try !isHeard(face, from: Self.heardFaint, in: view, of: picture)
            {
                candidates.append(Self.faint(face, in: view))
                continue
            }
            let isSearched = face.score >= Self.anyAngle && number < Self.mostTurned
            candidates.append(try judged(face, in: view, by: pass, isSearched: isSearched))
        }
        for face in try heard(among: whispers, beside: candidates + others, in: view, of: picture) {
            candidates.append(try judged(face, in: view, by: pass, isSearched: false))
        }
        candidates.sort { $0.score > $1.score }
        for index in candidates.indices where candidates[index].isBelieved {
            guard let bounds = candidates[index].mesh?.bounds else { continue }
            let isWorse = candidates[..<index].contains { better in
                better.isBelieved
                    && better.mesh.map { $0.bounds.intersectionOverUnion(bounds) > Self.sameFace } ?? false
            }
            if isWorse { candidates[index].giveWay() }
        }
        return candidates + faces.dropFirst(Self.most).map { Self.notExamined($0, in: view) }
    }

    /// Which of the boxes that the model scores as it scores foliage are faces to dlib's filters, once they are enlarged: a
    /// look of theirs costs a tenth of one of the model's, and hardly any foliage is a face to them. Nobody looks where the
    /// picture has no more to show than the plane, or where all other faces are near the camera.
    private func heard(
        among whispers: ArraySlice<YuNet.Face>, beside others: [FaceCandidate], in view: View,
        of picture: Plane
    ) throws(EngineFailure) -> [YuNet.Face] {
        let longerSide = max(picture.width, picture.height)
        let others = others.filter(\.isBelieved)
        guard longerSide > max(view.plane.width, view.plane.height),
            others.isEmpty || others.contains(where: { $0.box.height <= Self.near * Double(longerSide) })
        else { return [] }
        var heard: [YuNet.Face] = []
        for face in whispers.prefix(Self.mostWhispers) where !time.isUp {
            if try isHeard(face, from: Self.heard, in: view, of: picture) { heard.append(face) }
        }
        return heard
    }

    /// Whether dlib's filters give a box a score, once it is enlarged.
    private func isHeard(_ face: YuNet.Face, from limit: Double, in view: View, of picture: Plane)
        throws(EngineFailure) -> Bool
    {
        let opinion = HOGOpinion(
            filters: filters, face: FaceCandidate(face, in: view, roll: nil), picture: picture)
        guard try opinion.isPossible() else { return false }
        return try opinion.best(clear: limit).score >= limit
    }

    /// A box that the model hardly sees, and dlib's filters do not.
    private static func faint(_ face: YuNet.Face, in view: View) -> FaceCandidate {
        var candidate = FaceCandidate(face, in: view, roll: nil)
        (candidate.engine, candidate.isBelieved) = (.yunetMesh, false)
        let evidence = FaceEvidence(score: face.score)
        (candidate.score, candidate.opinions) = (evidence.probability, evidence.opinions)
        return candidate
    }

    /// A box of the look from farther away; such boxes are few and large.
    func judged(_ face: YuNet.Face, in view: View, of picture: Plane, by mesh: FaceMesh)
        throws(EngineFailure) -> FaceCandidate
    {
        let pass = MeshPass(model: mesh, picture: picture)
        return try judged(face, in: view, by: pass, isSearched: face.score >= Self.anyAngle)
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
            let enough = face.score < FaceEvidence.faint ? FaceEvidence.faint : 0
            let look = try lookAtOtherSizes(of: candidate, in: pass.picture, enough: enough)
            evidence.otherSizes = look.score
            // Of a face of a few pixels the box is only about right; enlarged it is better.
            if let box = look.box { candidate.move(to: box) }
        }
        guard !evidence.isFaintLeaf else {
            (candidate.score, candidate.opinions) = (evidence.probability, evidence.opinions)
            candidate.isBelieved = false
            return candidate
        }
        if !evidence.isDecided || evidence.isBelieved {
            candidate.mesh = try pass.fit(
                of: candidate.box, roll: candidate.startRoll, search: isSearched ? .upsideDown : .none)
            evidence.mesh = candidate.mesh?.logit
            if let fit = candidate.mesh, fit.isClear {
                candidate.turn(to: fit.pose.roll, beyond: HOGOpinion.reach)
            }
        }
        try askOthers(about: candidate, in: pass.picture, &evidence)
        if evidence.isBelieved, let fit = candidate.mesh, fit.logit < FaceEvidence.clearMesh {
            evidence.isAlikeOtherWayUp = try pass.isAlikeOtherWayUp(candidate.box, as: fit)
            // Whom nobody had to ask may have to be asked now.
            try askOthers(about: candidate, in: pass.picture, &evidence)
        }
        let edge = EdgeOpinion(model: model, filters: filters, picture: pass.picture)
        if !evidence.isBelieved, face.score >= Self.limit, edge.isCut(candidate),
            let scores = try edge.scores(of: candidate)
        {
            evidence.otherSizes = max(evidence.otherSizes ?? 0, scores.model)
            evidence.filters = max(evidence.filters ?? scores.filters, scores.filters)
        }
        if evidence.isBelieved, evidence.mayBeOnItsSide {
            evidence.onItsSide = try lookOnItsSide(of: candidate, in: pass.picture)
            try askOthers(about: candidate, in: pass.picture, &evidence)
        }
        (candidate.score, candidate.opinions) = (evidence.probability, evidence.opinions)
        candidate.isBelieved = evidence.isBelieved
        return candidate
    }

    /// Asks the model at other sizes and dlib's filters, if they were not and while they can make a difference.
    private func askOthers(about candidate: FaceCandidate, in picture: Plane, _ evidence: inout FaceEvidence)
        throws(EngineFailure)
    {
        if evidence.otherSizes == nil, !evidence.isDecided {
            evidence.otherSizes = try lookAtOtherSizes(of: candidate, in: picture).score
        }
        if evidence.filters == nil, !evidence.isDecided {
            let opinion = HOGOpinion(filters: filters, face: candidate, picture: picture)
            evidence.filters = try opinion.best(clear: Self.clear).score
        }
    }
}
