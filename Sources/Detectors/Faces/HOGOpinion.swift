import Foundation
import MetadataOutput

/// What dlib's filters say of a face that somebody else found: seen upright, at the size they like, is it one?
enum HOGOpinion {
    /// The crop the filters look at, and the face in the middle of it, in pixels.
    private static let side = 160
    private static let faceSide = 84.0
    /// Score that faces reach and animals do not.
    private static let limit = -0.3
    /// Faces below this height, in pixels of the picture, do not show enough.
    private static let smallestHeight = 40.0
    /// The filters know faces up to about this roll and yaw, in degrees, from five points.
    private static let largestRoll = 50.0
    private static let largestYaw = 45.0

    /// Whether the filters can tell for such a face.
    static func isPossible(of face: FaceCandidate) -> Bool {
        guard let pose = FacePose(fivePoints: face.points) else { return false }
        return face.box.height >= smallestHeight && abs(pose.roll) < largestRoll
            && abs(pose.yaw) < largestYaw
    }

    /// Whether the filters see a face in its place.
    static func isFace(_ face: FaceCandidate, in picture: Plane) throws(EngineFailure) -> Bool {
        let view = View(picture).uprightSquare(
            around: face.centre, roll: face.startRoll, scale: face.side / faceSide, side: side)
        return try !HOG.faces(in: view.plane, cellSize: .standard, limit: limit).isEmpty
    }
}
