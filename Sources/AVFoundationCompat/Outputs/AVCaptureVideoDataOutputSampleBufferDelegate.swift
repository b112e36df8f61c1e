/// Is handed the frames of a session.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// Is handed a frame.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - sampleBuffer: The frame. Who holds all of an output's buffers gets no more.
    ///   - connection: The one that it came over.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection)

    /// Is told that frames were dropped.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - sampleBuffer: Without a picture; the attachment `DroppedFrameReason` says why.
    ///   - connection: The one that they should have come over.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

// On Apple's systems the methods are optional.
extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
