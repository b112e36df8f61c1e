// What sessions here do not have, for programs that ask before they want it.

extension AVCaptureSession {
    /// Whether it can have its camera while another application is in front; false: there is one application.
    public var isMultitaskingCameraAccessSupported: Bool { false }
    /// False, and may be set to that alone.
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:] Not supported - "
                    + "use -isMultitaskingCameraAccessSupported")
        }
    }
}
