import Synchronization

extension CaptureDevice {
    /// Where a camera sits on its machine; AVFoundation's names.
    public enum Position: String, Sendable, Hashable, CaseIterable {
        /// It does not say, or it is no part of the machine.
        case unspecified
        /// On the side of the screen.
        case front
        /// On the other side.
        case back
    }

    /// What kind of camera it is; AVFoundation's names.
    public enum DeviceType: String, Sendable, Hashable, CaseIterable {
        /// One that is plugged in.
        case external = "AVCaptureDeviceTypeExternal"
        /// One that is built in.
        case builtInWideAngleCamera = "AVCaptureDeviceTypeBuiltInWideAngleCamera"
        /// One that is built in and sees far.
        case builtInTelephotoCamera = "AVCaptureDeviceTypeBuiltInTelephotoCamera"
        /// One that is built in and sees much.
        case builtInUltraWideCamera = "AVCaptureDeviceTypeBuiltInUltraWideCamera"
        /// Two as one, wide and far.
        case builtInDualCamera = "AVCaptureDeviceTypeBuiltInDualCamera"
        /// Two as one, wide and wider.
        case builtInDualWideCamera = "AVCaptureDeviceTypeBuiltInDualWideCamera"
        /// Three as one.
        case builtInTripleCamera = "AVCaptureDeviceTypeBuiltInTripleCamera"
        /// One that sees faces' depth.
        case builtInTrueDepthCamera = "AVCaptureDeviceTypeBuiltInTrueDepthCamera"
        /// One that sees depth.
        case builtInLiDARDepthCamera = "AVCaptureDeviceTypeBuiltInLiDARDepthCamera"
        /// A telephone.
        case continuityCamera = "AVCaptureDeviceTypeContinuityCamera"
        /// One that looks on the desk.
        case deskViewCamera = "AVCaptureDeviceTypeDeskViewCamera"
    }

    /// What somebody says of a camera that does not say it itself, as most on USB.
    public struct Placement: Sendable, Hashable {
        /// Where it looks; nil leaves it to the driver.
        public var position: Position?
        /// What kind it is; nil leaves it to what is known of it.
        public var deviceType: DeviceType?

        /// Makes a placement.
        public init(position: Position? = nil, deviceType: DeviceType? = nil) {
            self.position = position
            self.deviceType = deviceType
        }
    }

    /// Says where a camera is and what kind, for this process; it need not be there yet.
    ///
    /// - Parameters:
    ///   - placement: What is so; nil takes back what was said.
    ///   - id: Its ``uniqueID``, or another of its stable names.
    public static func setPlacement(_ placement: Placement?, of id: String) {
        DeviceRegistry.shared.setPlacement(placement, of: id)
    }

    private var placement: Placement? { system.registry.placement(of: identifiers) }

    /// Where it looks: as somebody has said, else as the driver does.
    public var position: Position {
        if let position = placement?.position { return position }
        return switch value(of: .cameraOrientation) {
        case 0: .front
        case 1: .back
        default: .unspecified
        }
    }

    /// What kind it is: as somebody has said; else ``DeviceType/external`` on USB, and
    /// ``DeviceType/builtInWideAngleCamera`` elsewhere.
    public var deviceType: DeviceType {
        placement?.deviceType ?? (modelID == nil ? .builtInWideAngleCamera : .external)
    }

    /// The cameras of some types at a position, as AVFoundation's `DiscoverySession` has them.
    ///
    /// - Parameters:
    ///   - types: The order is that of the result; cameras of one type are in the order of ``devices()``.
    ///   - position: ``Position/unspecified`` for anywhere.
    public static func devices(types: [DeviceType], position: Position) -> [CaptureDevice] {
        devices(types: types, position: position, of: DeviceSystem())
    }

    static func devices(
        types: [DeviceType], position: Position, of system: DeviceSystem
    ) -> [CaptureDevice] {
        let devices = devices(of: system).filter { position == .unspecified || $0.position == position }
        return types.flatMap { type in devices.filter { $0.deviceType == type } }
    }

    /// The first camera of a type at a position that this process may open, else the first there is; nil if there is none.
    public static func `default`(_ type: DeviceType, position: Position) -> CaptureDevice? {
        let devices = devices(types: [type], position: position)
        return devices.first { $0.authorizationStatus == .authorized } ?? devices.first
    }
}
