import Foundation
import MetadataOutput

/// Finds faces with a YuNet model. YuNet also boxes animals' faces and face-like patterns, with high scores too;
/// dlib's filters, which hardly ever do, are asked for their opinion where they are able to have one.
struct YuNetFaceSearch {
    /// The step's name in requests and records.
    static let step = "yunet640"

    /// Longer side in pixels of the plane that is searched; smaller pictures stay as they are.
    private static let longerSide = 640
    /// Score from which a face counts if dlib's filters agree.
    private static let limit = 0.7
    /// Score of dlib's filters from which they agree: faces reach it and animals do not.
    private static let opinionLimit = -0.3
    /// Score from which a face counts where dlib's filters cannot tell.
    private static let limitAlone = 0.8

    let model: YuNet
    let filters: FaceFilters

    /// The faces of a picture, best first, and what is not believed among them.
    func candidates(in picture: Plane) throws(EngineFailure) -> [FaceCandidate] {
        let view = View(picture).shrunk(toLongerSide: Self.longerSide)
        var candidates: [FaceCandidate] = []
        for face in try model.faces(in: view.plane, limit: Self.limit) {
            var candidate = FaceCandidate(face, in: view)
            let (score, roll) = try HOGOpinion(filters: filters, face: candidate, picture: picture).best(
                clear: 0)
            let isAgreed = score >= Self.opinionLimit
            if isAgreed {
                candidates.append(FaceCandidate(face, in: view, roll: roll))
            } else {
                candidate.isBelieved = !candidate.isWithinReachOfHOG && candidate.score >= Self.limitAlone
                candidates.append(candidate)
            }
        }
        return candidates
    }
}

extension FaceCandidate {
    /// - Parameter roll: Roll in degrees; nil for that of the eye points, which are far off for strong tilts.
    fileprivate init(_ face: YuNet.Face, in view: View, roll: Double? = nil) {
        points = face.points.map(view.toPicture.callAsFunction)
        box = CGRect(around: face.box.corners.map(view.toPicture.callAsFunction))
        startRoll = roll ?? FacePose.tilt(from: points[0], to: points[1])
        (centre, side) = FaceBox.square(box: box, roll: startRoll)
        score = face.score
        engine = .yunet
        step = YuNetFaceSearch.step
        isTurned = false
    }

    /// Whether dlib's filters know faces of this size (pixels of the picture), roll and yaw (degrees, from YuNet's
    /// five points).
    fileprivate var isWithinReachOfHOG: Bool {
        guard let pose = FacePose(fivePoints: points) else { return false }
        return box.height >= 40 && abs(pose.roll) < 50 && abs(pose.yaw) < 45
    }
}
