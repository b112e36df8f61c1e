import Foundation
import MetadataOutput

/// Finds faces with a YuNet model. YuNet also boxes animals' faces and face-like patterns, with high scores too;
/// dlib's filters, which hardly ever do, are asked for a second opinion where they are able to give one.
struct YuNetFaceSearch {
    /// The step's name in requests and records.
    static let step = "yunet640"

    /// Longer side in pixels of the plane that is searched; smaller pictures stay as they are.
    private static let longerSide = 640
    /// Score from which a face counts if dlib's filters see it too, and the lower limit for what they may ask.
    private static let limit = 0.7
    /// Score from which a face counts where dlib's filters cannot tell.
    private static let limitAlone = 0.8

    let model: YuNet

    /// The faces of a picture, best first.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let view = View(picture).shrunk(toLongerSide: Self.longerSide)
        var candidates: [FaceCandidate] = []
        for face in try model.faces(in: view.plane, limit: Self.limit) {
            let candidate = FaceCandidate(face, in: view)
            let stands =
                HOGOpinion.isPossible(of: candidate)
                ? try HOGOpinion.isFace(candidate, in: picture) : candidate.score >= Self.limitAlone
            if stands { candidates.append(candidate) }
        }
        return candidates
    }
}

extension FaceCandidate {
    fileprivate init(_ face: YuNet.Face, in view: View) {
        points = face.points.map(view.toPicture.callAsFunction)
        box = CGRect(around: face.box.corners.map(view.toPicture.callAsFunction))
        startRoll = FacePose.tilt(from: points[0], to: points[1])
        (centre, side) = FaceBox.square(box: box, roll: startRoll)
        score = face.score
        engine = .yunet
        step = YuNetFaceSearch.step
        isTurned = false
    }
}
