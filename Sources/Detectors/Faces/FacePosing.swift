import Foundation
import MetadataOutput

/// Finds out how the faces of one picture are turned, by the method asked for.
struct FacePosing {
    let method: PoseMethod
    /// Where the 68 points come from; given if the method is landmarks.
    let landmarkPass: LandmarkPass?
    let includesLandmarks: Bool

    /// What is known of a face beside its box.
    func content(of face: FaceCandidate) -> FaceContent {
        switch (method, landmarkPass) {
        case (.landmarks, let pass?):
            let points = pass.landmarks(of: face)
            return content(pose(of: face, landmarks: points), roll: face.startRoll, points: points)
        case (.off, _), (.landmarks, nil):
            return FaceContent()
        case (.points, _):
            let pose = face.points.isEmpty ? nil : FacePose(fivePoints: face.points)
            return content(pose, roll: face.startRoll, points: face.points)
        }
    }

    /// The pose of the 68 points, but YuNet's yaw where the two are far apart: on profiles the 68 points collapse
    /// to a face seen from the front, the five do not.
    private func pose(of face: FaceCandidate, landmarks: [CGPoint]) -> FacePose? {
        guard var pose = FacePose(landmarks: landmarks) else { return nil }
        if !face.points.isEmpty, let five = FacePose(fivePoints: face.points), abs(five.yaw - pose.yaw) > 15 {
            pose.yaw = five.yaw
        }
        return pose
    }

    private func content(_ pose: FacePose?, roll: Double, points: [CGPoint]) -> FaceContent {
        FaceContent(
            rollAngle: (pose?.roll ?? roll).wrappedDegrees, yawAngle: pose?.yaw.wrappedDegrees,
            pitchAngle: pose?.pitch?.wrappedDegrees, landmarks: includesLandmarks ? points : [])
    }
}
