import Capture

/// Is told what becomes of a recording.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
    /// It has begun.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection])
    /// It has ended.
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
}

/// Records into files. It can be added and connected; nothing can be recorded yet, which its delegate is told.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {
    init() { super.init(core: CaptureIdleOutput()) }

    /// Asks for a recording. The delegate is told that it has ended with an error.
    ///
    /// - Parameters:
    ///   - outputFileURL: Where it would be.
    ///   - delegate: Is told on a queue of the system, held until then.
    public func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        guard connection(with: .video)?.isActive ?? false else {
            raiseException(
                "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:] "
                    + "No active/enabled connections")
        }
        let call = Call(delegate: delegate)
        DispatchQueue.global().async {
            call.delegate.fileOutput(
                self, didFinishRecordingTo: outputFileURL, from: self.connections,
                error: AVError(.unknown, "films cannot be recorded yet"))
        }
    }

    /// A delegate on its way to a queue, as Apple's are: the application sees to it.
    private struct Call: @unchecked Sendable {
        let delegate: any AVCaptureFileOutputRecordingDelegate
    }

    /// Ends a recording; nothing if there is none.
    public func stopRecording() {}
    /// Whether something is recorded; false.
    public var isRecording: Bool { false }
    /// How long the recording is; there is none.
    public var recordedDuration: CMTime { .zero }
    /// How large the recording is in bytes; there is none.
    public var recordedFileSize: Int64 { 0 }
    /// Where the recording goes; there is none.
    public var outputFileURL: URL? { nil }
}

/// Records films.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    /// Makes an output.
    public override init() {}

    /// The codecs that films can have; none yet.
    public var availableVideoCodecTypes: [AVVideoCodecType] { [] }
}
