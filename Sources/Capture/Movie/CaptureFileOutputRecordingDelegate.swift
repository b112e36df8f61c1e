public import Foundation

/// Is told what becomes of a recording; AVFoundation's `AVCaptureFileOutputRecordingDelegate`.
///
/// The calls come one after the other on a queue of the output's. The last one comes exactly once, whatever happened, and
/// nothing of that recording after it. The URL is the file's that is written then: of a recording in several files, the last one's in
/// the end. Every call but the last has a default that does nothing.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
    /// The first frame is there and the file was begun. Not called if that failed.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [CaptureConnection])
    /// No more frames are taken until it goes on.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didPauseRecordingTo fileURL: URL,
        from connections: [CaptureConnection])
    /// It goes on.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didResumeRecordingTo fileURL: URL,
        from connections: [CaptureConnection])
    /// The recording goes on in another file, because the one before has as many frames as its index may have, or frames
    /// have another size now. The one before is finished.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL,
        from connections: [CaptureConnection])
    /// The machine's encoder has failed; what it had and what comes goes to the next one, in another file. Nothing is missing.
    /// The message says why, in one line for a person.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didLoseEncoderFor fileURL: URL,
        from connections: [CaptureConnection], message: String)
    /// No more frames are taken, and the file will be finished.
    func fileOutput(
        _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?)
    /// The file is finished, or nothing more comes of it. The error says why it has ended; it is nil if
    /// ``CaptureMovieFileOutput/stopRecording()`` was called and everything is there. Where
    /// ``CaptureRecordingError/recordingSuccessfullyFinished`` is true, the file is whole all the same.
    func fileOutput(
        _ output: CaptureMovieFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?)
}

extension CaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) {}
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, didPauseRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) {}
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, didResumeRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) {}
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL,
        from connections: [CaptureConnection]
    ) {}
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, didLoseEncoderFor fileURL: URL,
        from connections: [CaptureConnection], message: String
    ) {}
    /// Does nothing.
    public func fileOutput(
        _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL,
        from connections: [CaptureConnection], error: CaptureRecordingError?
    ) {}
}

/// Why a recording has ended.
public struct CaptureRecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened.
    public let cause: CaptureError
    /// Whether the file is an ordinary movie with everything up to there; what a limit ends is. Where not, what was written
    /// before can be played, if anything was. AVFoundation's `AVErrorRecordingSuccessfullyFinishedKey`.
    public let recordingSuccessfullyFinished: Bool

    /// One line for a person.
    public var description: String { cause.message }
}
