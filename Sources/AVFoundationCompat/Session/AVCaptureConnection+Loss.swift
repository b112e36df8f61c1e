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
        // It may answer and be in use, or have frozen; or be a source that is at its end while the session goes on.
        case .sessionNotRunning:
            core.camera?.silence ?? core.session?.failure ?? (core.session?.isRunning == true ? error : nil)
        default: error
        }
    }
}
