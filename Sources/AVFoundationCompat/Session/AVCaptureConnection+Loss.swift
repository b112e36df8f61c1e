import Capture

extension AVCaptureConnection {
    /// Why something could not be done, if it is not the program that has done wrong. Of a camera that is gone nobody knows what
    /// it has, so that nothing is wrong that is asked of it.
    ///
    /// - Parameter error: What the library says.
    /// - Returns: What to report; nil if the program has done wrong.
    func loss(behind error: CaptureError) -> CaptureError? {
        switch error.code {
        case .invalidConfiguration, .unsupported: core.camera?.silence
        // It may answer and be in use, or have frozen.
        case .sessionNotRunning: core.camera?.silence ?? core.session?.failure
        default: error
        }
    }
}
