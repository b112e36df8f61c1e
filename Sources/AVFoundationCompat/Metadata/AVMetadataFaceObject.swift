import Capture
import MetadataOutput

/// A face.
public final class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {
    private let face: MetadataFaceObject

    init(_ face: MetadataFaceObject, from source: CaptureConnection?) {
        self.face = face
        super.init(core: face, from: source)
    }

    /// Another one each time a face comes into view; never used again.
    public var faceID: Int { face.faceID }
    /// Whether ``rollAngle`` is known.
    public var hasRollAngle: Bool { face.rollAngle != nil }
    /// Degrees 0…360 by which the head is tilted, clockwise as seen. It may not be asked for where
    /// ``hasRollAngle`` is false.
    public var rollAngle: CGFloat {
        guard let angle = face.rollAngle else {
            raiseException("*** -[AVMetadataFaceObject rollAngle] cannot be called when hasRollAngle is NO")
        }
        return angle
    }
    /// Whether ``yawAngle`` is known.
    public var hasYawAngle: Bool { face.yawAngle != nil }
    /// Degrees 0…360 by which the face is turned, positive to the left edge of the unmirrored picture. It may not be
    /// asked for where ``hasYawAngle`` is false.
    public var yawAngle: CGFloat {
        guard let angle = face.yawAngle else {
            raiseException("*** -[AVMetadataFaceObject yawAngle] cannot be called when hasYawAngle is NO")
        }
        return angle
    }
}
