import Capture

/// How a picture is turned, as older code says it: by where the bottom of an upright picture is on the device.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Turned by 90° clockwise.
    case portrait = 1
    /// Turned by 270° clockwise.
    case portraitUpsideDown = 2
    /// As the camera gives it.
    case landscapeRight = 3
    /// Turned by 180°.
    case landscapeLeft = 4

    fileprivate var angle: Int {
        switch self {
        case .portrait: 90
        case .portraitUpsideDown: 270
        case .landscapeRight: 0
        case .landscapeLeft: 180
        }
    }

    fileprivate init(angle: Int) {
        self =
            switch angle {
            case 90: .portrait
            case 180: .landscapeLeft
            case 270: .portraitUpsideDown
            default: .landscapeRight
            }
    }
}

/// How pictures are steadied.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// Not at all.
    case off = 0
    /// A little.
    case standard = 1
    /// More, with delay.
    case cinematic = 2
    /// Still more.
    case cinematicExtended = 3
    /// For what is only looked at.
    case previewOptimized = 4
    /// Most.
    case cinematicExtendedEnhanced = 5
    /// As the system thinks best.
    case auto = -1
}

extension AVCaptureConnection {
    // MARK: - Rotation

    /// Whether pictures can be turned by so many degrees clockwise: 0, 90, 180, 270; only 0 of metadata objects.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        Int(exactly: videoRotationAngle).map(core.isVideoRotationAngleSupported) ?? false
    }

    /// Degrees clockwise that pictures are turned by, default 0.
    public var videoRotationAngle: CGFloat {
        get { CGFloat(core.videoRotationAngle) }
        set {
            setAngle(Int(exactly: newValue), "setVideoRotationAngle:", "use -isVideoRotationAngleSupported:")
        }
    }

    /// Whether pictures can be turned.
    public var isVideoOrientationSupported: Bool { core.isVideoRotationAngleSupported(90) }

    /// How pictures are turned, as older code says it; default `.landscapeRight`, as the camera gives them.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(angle: core.videoRotationAngle) }
        set { setAngle(newValue.angle, "setVideoOrientation:", "use -isVideoOrientationSupported") }
    }

    private func setAngle(_ angle: Int?, _ selector: String, _ advice: String) {
        guard let angle, (try? core.setVideoRotationAngle(angle)) != nil else {
            raiseException("*** -[AVCaptureConnection \(selector)] Not supported - \(advice)")
        }
        didChange()
    }

    // MARK: - Mirroring

    /// Whether pictures can be flipped; not where it carries metadata objects.
    public var isVideoMirroringSupported: Bool { core.isVideoMirroringSupported }

    /// Whether pictures are flipped left to right, after they were turned. Setting it where a picture is shown needs
    /// ``automaticallyAdjustsVideoMirroring`` to be false; elsewhere nothing is adjusted, and setting it ends that.
    public var isVideoMirrored: Bool {
        get { core.isVideoMirrored }
        set {
            guard core.isVideoMirroringSupported else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoMirrored:] Not supported - use -isVideoMirroringSupported"
                )
            }
            if output != nil { core.automaticallyAdjustsVideoMirroring = false }
            guard (try? core.setVideoMirrored(newValue)) != nil else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when "
                        + "automaticallyAdjustsVideoMirroring is YES")
            }
            didChange()
        }
    }

    /// Whether ``isVideoMirrored`` is decided by what is at the connection's ends, default true.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { core.automaticallyAdjustsVideoMirroring }
        set {
            core.automaticallyAdjustsVideoMirroring = newValue
            didChange()
        }
    }

    // MARK: - Rate and stabilization

    /// Whether ``videoMinFrameDuration`` can be set; not where it carries metadata objects.
    public var isVideoMinFrameDurationSupported: Bool { core.mediaType == .video }

    /// The least time between two frames that go through; invalid, the default, for all of them.
    public var videoMinFrameDuration: CMTime {
        get { CMTime(core.videoMinFrameDuration) }
        set {
            guard isVideoMinFrameDurationSupported else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoMinFrameDuration:] Not supported - "
                        + "use -isVideoMinFrameDurationSupported")
            }
            core.videoMinFrameDuration = newValue.duration
        }
    }

    /// Whether frames can say what the camera's lens is like; false, for no camera here tells it.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// False, and may be set to that alone.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Not supported - "
                    + "use -isCameraIntrinsicMatrixDeliverySupported")
        }
    }

    /// Whether pictures can be steadied; false.
    public var isVideoStabilizationSupported: Bool { false }

    /// How pictures are to be steadied. Kept and without effect.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { AVCaptureVideoStabilizationMode(rawValue: core.preferredStabilization) ?? .off }
        set { core.preferredStabilization = newValue.rawValue }
    }

    /// How pictures are steadied: not at all. Observable.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }
}
