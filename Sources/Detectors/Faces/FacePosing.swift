import Foundation
import MetadataOutput

/// Finds out how the faces of one picture are turned, by the method asked for.
struct FacePosing {
    let method: PoseMethod
    /// Where the 68 points come from; given if they are needed.
    let landmarkPass: LandmarkPass?
    /// Where the mesh's points come from; given if they are needed.
    let meshPass: MeshPass?
    let includesLandmarks: Bool
    /// Whether the landmarks are the mesh's points.
    let includesMesh: Bool

    /// Degrees by which the roll of landmarks may differ from a face's, and their yaw: beyond, they are not on the face.
    private static let (rollTolerance, yawTolerance) = (15.0, 25.0)

    /// What is known of a face beside its box.
    func content(of face: FaceCandidate) throws(EngineFailure) -> FaceContent {
        let fit = try mesh(of: face)
        let points = landmarkPass?.landmarks(of: face, roll: fit?.pose.roll ?? face.startRoll)
        let seen = points.flatMap { FacePose(landmarks: $0) }
        let pose: FacePose? =
            switch method {
            case .mesh: fit?.pose ?? seen
            case .landmarks: seen.map { corrected($0, of: face) }
            case .points: face.points.isEmpty ? nil : FacePose(fivePoints: face.points)
            case .off: nil
            }
        guard method != .off else { return FaceContent() }
        return FaceContent(
            rollAngle: (pose?.roll ?? face.startRoll).wrappedDegrees, yawAngle: pose?.yaw.wrappedDegrees,
            pitchAngle: pose?.pitch?.wrappedDegrees,
            landmarks: landmarks(of: face, points: points, seen: seen, fit: fit, pose: pose))
    }

    /// The mesh on a face: the search's, if it looked.
    private func mesh(of face: FaceCandidate) throws(EngineFailure) -> MeshPass.Fit? {
        guard let meshPass else { return nil }
        var fit = face.mesh
        if fit == nil {
            // Dlib's filters see no face upside down.
            let search: MeshPass.Search = face.points.isEmpty ? .nearby : .upsideDown
            fit = try meshPass.fit(of: face.box, roll: face.startRoll, search: search)
        }
        // Points that show no face are on none.
        return fit.flatMap { $0.logit >= 0 ? $0 : nil }
    }

    /// The pose of the 68 points, but YuNet's yaw where the two are far apart: on profiles the 68 points collapse
    /// to a face seen from the front, the five do not.
    private func corrected(_ pose: FacePose, of face: FaceCandidate) -> FacePose {
        var pose = pose
        if !face.points.isEmpty, let five = FacePose(fivePoints: face.points), abs(five.yaw - pose.yaw) > 15 {
            pose.yaw = five.yaw
        }
        return pose
    }

    /// The points to report: none that show another pose than the angles that stand beside them.
    private func landmarks(
        of face: FaceCandidate, points: [CGPoint]?, seen: FacePose?, fit: MeshPass.Fit?, pose: FacePose?
    ) -> [CGPoint] {
        guard includesLandmarks else { return [] }
        if includesMesh { return fit?.points.map { CGPoint(x: $0.x, y: $0.y) } ?? [] }
        if method == .points { return face.points }
        guard let points, let seen, let pose else { return [] }
        let difference = abs((pose.roll - seen.roll + 180).wrappedDegrees - 180)
        let isOnFace = difference <= Self.rollTolerance && abs(pose.yaw - seen.yaw) <= Self.yawTolerance
        return isOnFace ? points : []
    }
}
