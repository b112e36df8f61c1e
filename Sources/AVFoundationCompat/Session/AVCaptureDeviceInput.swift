import Capture

/// A camera as an input of a session.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The camera.
    public let device: AVCaptureDevice

    /// Makes an input of a camera.
    ///
    /// - Throws: ``AVError`` if the camera is not there or may not be opened.
    public init(device: AVCaptureDevice) throws {
        let core = device.core
        guard core.isConnected else {
            throw AVError(.deviceNotConnected, "\(core.localizedName) is not connected", of: device)
        }
        if let advice = core.authorizationAdvice {
            throw AVError(.applicationIsNotAuthorizedToUseDevice, advice, of: device)
        }
        self.device = device
        super.init(core: CaptureDeviceInput(device: core))
    }

    /// Makes one for an input that had one; nil if it is no camera's.
    init?(known core: any CaptureInput) {
        guard let core = core as? CaptureDeviceInput, let device = core.device else { return nil }
        self.device = .wrapping(device)
        super.init(core: core)
    }

    /// The ports of some kind.
    ///
    /// - Parameters:
    ///   - mediaType: The kind of media; nil for any.
    ///   - sourceDeviceType: The type of camera; nil for any.
    ///   - sourceDevicePosition: Where the camera looks; `.unspecified` for any.
    public func ports(
        for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        ports.filter { port in
            (mediaType == nil || port.mediaType == mediaType)
                && (sourceDeviceType == nil || port.sourceDeviceType == sourceDeviceType)
                && (sourceDevicePosition == .unspecified || port.sourceDevicePosition == sourceDevicePosition)
        }
    }
}
