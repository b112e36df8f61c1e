// What is declared here without a comment is a requirement of MetadataObject and documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// A face: its place and how it is turned.
public struct MetadataFaceObject: MetadataObject {
    public var type: MetadataObjectType { .face }
    public var time: Duration
    public var duration: Duration?
    public var timeInView: Duration
    /// Space: 0…1 of the upright, unrotated picture, origin top left. The box around the face from brow to chin as it lies in the
    /// picture, not turned by ``rollAngle``: of a face that lies it is wider than high. It may leave 0…1.
    public var bounds: CGRect
    public var objectID: Int
    public var groupID: Int?
    /// 0…1, on one scale whichever engine saw it: of faces with 0.5 about half are faces, see ``FaceConfidence``.
    public var confidence: Double
    public var engine: Engine
    public var step: String

    /// Space: 0…360 degrees in the upright, unrotated picture, clockwise positive as seen, 0 upright; nil if
    /// unknown. In preview space after ``PreviewTransform``.
    public var rollAngle: Double?
    /// Space: 0…360 degrees, positive when the face is turned to the left edge of the unmirrored picture, 0
    /// towards the camera; nil if unknown. Mirrored with the preview.
    public var yawAngle: Double?
    /// Degrees 0…360, positive when the face looks down; nil if unknown. Not Apple's.
    public var pitchAngle: Double?
    /// Space: as ``bounds``. 68 points (iBUG 300-W order), the face mesh's 468 or YuNet's five; empty if
    /// not asked for or if none agree with the angles. Not Apple's.
    public var landmarks: [CGPoint]

    /// Makes a face as a detector would report it, for fakes and tests.
    public init(
        time: Duration, duration: Duration? = nil, timeInView: Duration, bounds: CGRect, objectID: Int,
        groupID: Int? = nil, confidence: Double, engine: Engine, step: String, rollAngle: Double? = nil,
        yawAngle: Double? = nil, pitchAngle: Double? = nil, landmarks: [CGPoint] = []
    ) {
        self.time = time
        self.duration = duration
        self.timeInView = timeInView
        self.bounds = bounds
        self.objectID = objectID
        self.groupID = groupID
        self.confidence = confidence
        self.engine = engine
        self.step = step
        self.rollAngle = rollAngle
        self.yawAngle = yawAngle
        self.pitchAngle = pitchAngle
        self.landmarks = landmarks
    }

    /// The face's id: new each time a face enters the view, never reused. The same as ``objectID``.
    public var faceID: Int { objectID }

    public func transformed(by transform: PreviewTransform) -> Self {
        var object = self
        object.bounds = transform.layerRectConverted(fromMetadataOutputRect: bounds)
        object.landmarks = landmarks.map(transform.layerPointConverted(fromCaptureDevicePoint:))
        object.rollAngle = rollAngle.map(transform.rollAngleConverted(fromRollAngle:))
        object.yawAngle = yawAngle.map(transform.yawAngleConverted(fromYawAngle:))
        return object
    }
}
