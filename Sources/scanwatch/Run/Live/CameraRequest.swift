import Capture

/// A camera that is to be watched, and how it is to be set.
struct CameraRequest: Sendable, Hashable {
    /// Its node, id or name as it was given; nil for the first camera there is.
    let name: String?
    let format: FormatRequest
    let controls: [CameraSetting]

    /// An input that looks for the camera when it is opened.
    func makeInput() -> CaptureDeviceInput {
        CaptureDeviceInput(matching: name) { [format, controls] device throws(CaptureError) in
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            try device.setActiveFormat(fitting: format)
            for setting in controls { try device.setControl(setting.name, to: setting.value) }
        }
    }
}
