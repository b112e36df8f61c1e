import Capture

extension AVCaptureDevice {
    /// How pictures are turned so that they are upright. A machine here does not say how it is held, so that this is how
    /// the camera is mounted in it.
    public final class RotationCoordinator: AVObject, @unchecked Sendable {
        /// The camera; nil if it is gone.
        public private(set) weak var device: AVCaptureDevice?
        /// Where its pictures are shown.
        public private(set) weak var previewLayer: AVCaptureVideoPreviewLayer?

        /// Makes a coordinator.
        public init(device: AVCaptureDevice, previewLayer: AVCaptureVideoPreviewLayer?) {
            self.device = device
            self.previewLayer = previewLayer
        }

        /// Degrees clockwise for a preview connection's `videoRotationAngle`: 0, 90, 180 or 270. Observable.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { angle }

        /// Degrees clockwise for other connections' `videoRotationAngle`: 0, 90, 180 or 270. Observable.
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { angle }

        private var angle: CGFloat {
            // V4L2_CID_CAMERA_SENSOR_ROTATION counts counter-clockwise by how much pictures have to be turned.
            let correction = device?.core.mountingAngle ?? 0
            return correction.isMultiple(of: 90) ? CGFloat((360 - correction % 360) % 360) : 0
        }
    }
}
