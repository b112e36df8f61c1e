/// Is handed the frames of a session; AVFoundation's `AVCaptureVideoDataOutputSampleBufferDelegate`.
public protocol CaptureVideoFrameOutputDelegate: AnyObject {
    /// Is handed a frame.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - frame: The frame.
    ///   - connection: The one that it came over.
    func videoFrameOutput(
        _ output: CaptureVideoFrameOutput, didOutput frame: CaptureVideoFrameOutput.VideoFrame,
        from connection: CaptureConnection)

    /// Is told that frames were dropped; default nothing.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - drop: Why, and how many.
    ///   - connection: The one that they should have come over.
    func videoFrameOutput(
        _ output: CaptureVideoFrameOutput, didDrop drop: CaptureVideoFrameOutput.VideoFrameDrop,
        from connection: CaptureConnection)
}

extension CaptureVideoFrameOutputDelegate {
    /// Nothing.
    public func videoFrameOutput(
        _ output: CaptureVideoFrameOutput, didDrop drop: CaptureVideoFrameOutput.VideoFrameDrop,
        from connection: CaptureConnection
    ) {}
}
