import Capture

extension AVCaptureDevice {
    /// Where it looks; `.unspecified` where neither driver nor configuration say so.
    public var position: Position {
        switch core.position {
        case .unspecified: .unspecified
        case .back: .back
        case .front: .front
        }
    }

    /// What kind of camera it is: as the configuration says, else on USB `.external` and elsewhere
    /// `.builtInWideAngleCamera`.
    public var deviceType: DeviceType { DeviceType(rawValue: core.deviceType.rawValue) }
}
