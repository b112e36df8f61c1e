/// Is told what becomes of a recording, on a queue of the output's, one call after the other.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
    /// It has begun.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection])
    /// No more frames are taken until it goes on.
    func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection])
    /// It goes on.
    func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection])
    /// It goes on in this file, and the one before is finished. Apple's recordings are one file, and so are those of
    /// ``AVCaptureMovieFileOutput/init()``: only an output over one of the library's that `continuesInOtherFiles` says so.
    func fileOutput(
        _ output: AVCaptureFileOutput, didContinueRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection])
    /// No more frames are taken, and the file will be finished.
    func fileOutput(
        _ output: AVCaptureFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?)
    /// It has ended. Of an error's user info `AVErrorRecordingSuccessfullyFinishedKey` says whether the file is whole all
    /// the same.
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing: on Apple's systems the method is optional.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}
    /// Does nothing: on Apple's systems the method is optional.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}
    /// Does nothing: on Apple's systems the method is optional.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}
    /// Does nothing: Apple's systems have no such method.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didContinueRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}
    /// Does nothing: on Apple's systems the method is optional.
    public func fileOutput(
        _ output: AVCaptureFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?
    ) {}
}
