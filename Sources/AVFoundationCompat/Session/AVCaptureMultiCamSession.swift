public import Capture

/// A session with several cameras. On Linux any session may have several; this one is for code that asks for it.
public final class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
    /// Whether there are at least two cameras.
    public static var isMultiCamSupported: Bool { AVCaptureDevice.all.count > 1 }

    /// Makes a session without inputs and outputs, whose cameras have formats of their own.
    public override init() {
        super.init()
        leaveFormats()
    }

    /// Makes a session over one of the library's, whose cameras have formats of their own.
    ///
    /// - Parameter core: One without inputs and outputs.
    public override init(_ core: CaptureSession) {
        super.init(core)
        leaveFormats()
    }

    private func leaveFormats() {
        // It has no inputs yet, so that nothing can fail.
        try? core.setSessionPreset(.inputPriority)
    }

    /// Only `.inputPriority`: each camera has its own format.
    public override func canSetSessionPreset(_ preset: Preset) -> Bool { preset == .inputPriority }

    /// How much of the machine's time the search for metadata takes, 0…1; 0 unless running. Near 1 frames come late.
    public var systemPressureCost: Float { Float(core.systemPressureCost) }
}
