public import Foundation

/// What is known of a face beside its box.
public struct FaceContent: Sendable, Hashable {
    /// Roll in degrees, 0 ≤ roll < 360, clockwise positive as seen in the picture, 0 upright; nil if unknown.
    public var rollAngle: Double?
    /// Yaw in degrees, 0 ≤ yaw < 360, positive when the face is turned to the left edge of the unmirrored
    /// picture, 0 towards the camera; nil if unknown.
    public var yawAngle: Double?
    /// Pitch in degrees, 0 ≤ pitch < 360, positive when the face looks down; nil if unknown. Not Apple's.
    public var pitchAngle: Double?
    /// Landmarks in pixels of the upright picture: 68 in the order of the iBUG 300-W annotation, the 468 of MediaPipe's face
    /// mesh in its order, or YuNet's five (right eye, left eye, nose tip, right and left mouth corner, the person's own
    /// sides); empty if not asked for, or if none were found that agree with the angles.
    public var landmarks: [CGPoint]

    /// Makes a face's content; what is not given is unknown.
    public init(
        rollAngle: Double? = nil, yawAngle: Double? = nil, pitchAngle: Double? = nil,
        landmarks: [CGPoint] = []
    ) {
        self.rollAngle = rollAngle
        self.yawAngle = yawAngle
        self.pitchAngle = pitchAngle
        self.landmarks = landmarks
    }
}
