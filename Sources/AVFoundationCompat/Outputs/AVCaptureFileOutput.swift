public import Capture
import Decoders
import Synchronization

/// Records into files.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {
    let movies: CaptureMovieFileOutput

    init(_ core: CaptureMovieFileOutput) {
        movies = core
        super.init(core: core)
    }

    /// Begins a recording. A session that does not run ends the program, as on Apple's systems; but if it does not because the
    /// camera does not answer any more, the delegate is told so. After ``stopRecording()`` the next recording begins at once, while the
    /// rest of the one before is written; one that was not stopped goes on, and the new one's delegate is told an error.
    ///
    /// - Parameters:
    ///   - outputFileURL: Where to: a file that is not there yet, which its delegate is told.
    ///   - delegate: Held until its last call.
    open func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        let connection = connections.first { $0.isEnabled }
        let bridge = RecordingBridge(delegate, of: self)
        do throws(CaptureError) {
            try movies.startRecording(to: outputFileURL, recordingDelegate: bridge)
        } catch {
            let isBusy = error == CaptureMovieFileOutput.isBusy
            if let connection, let loss = isBusy ? error : connection.loss(behind: error) {
                return movies.fail(outputFileURL, over: connection.core, with: loss, delegate: bridge)
            }
            let isIdle = error.code == .sessionNotRunning || connection == nil
            raiseException(
                "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:] "
                    + (isIdle ? "No active/enabled connections" : error.message))
        }
    }

    /// Ends a recording; its delegate is told when the file is finished. Nothing happens if there is none.
    open func stopRecording() { movies.stopRecording() }
    /// Takes no frames until ``resumeRecording()``; the time between is not in the movie.
    open func pauseRecording() { movies.pauseRecording() }
    /// Goes on.
    open func resumeRecording() { movies.resumeRecording() }

    /// Whether something is recorded.
    open var isRecording: Bool { movies.isRecording }
    /// Whether a recording waits to be resumed.
    open var isRecordingPaused: Bool { movies.isRecordingPaused }
    /// How long the recording is up to now, without pauses; zero if there is none.
    open var recordedDuration: CMTime { CMTime(movies.recordedDuration) }
    /// How large the recording is up to now, in bytes; 0 if there is none.
    open var recordedFileSize: Int64 { Int64(movies.recordedFileSize) }
    /// Where the recording goes; nil if there is none.
    open var outputFileURL: URL? { movies.outputFileURL }

    /// The longest a recording may be; default invalid, for no limit.
    open var maxRecordedDuration: CMTime {
        get { CMTime(movies.maxRecordedDuration) }
        set { movies.maxRecordedDuration = newValue.duration }
    }

    /// The most bytes that a recording may have; default 0, for no limit.
    open var maxRecordedFileSize: Int64 {
        get { Int64(movies.maxRecordedFileSize ?? 0) }
        set { movies.maxRecordedFileSize = newValue > 0 ? Int(newValue) : nil }
    }

    /// Bytes that are to be left free on the disk; default 0.
    open var minFreeDiskSpaceLimit: Int64 {
        get { Int64(movies.minFreeDiskSpaceLimit) }
        set { movies.minFreeDiskSpaceLimit = Int(max(newValue, 0)) }
    }
}

/// Records movies.
public final class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    private let items = Mutex<[AVMetadataItem]?>(nil)

    /// Makes an output; pictures are encoded in this process, where the camera sends no JPEGs.
    ///
    /// A recording is one file, as on Apple's systems. It ends with ``AVError/Code-swift.enum/mediaChanged`` when the camera's pictures
    /// become of another size or kind, as by another preset, or its H.264 has other parameters, and with
    /// ``AVError/Code-swift.enum/maximumFileSizeReached`` when it has a million frames, as after ten hours: what was recorded up to then
    /// is a whole movie.
    public convenience init() {
        let movies = CaptureMovieFileOutput(stills: StandardStillMaker())
        movies.continuesInOtherFiles = false
        self.init(movies)
    }

    /// Makes an output over one of the library's, such as one that encodes in another process. Its recordings go on in other files if
    /// its `continuesInOtherFiles` says so, and delegates are told by
    /// ``AVCaptureFileOutputRecordingDelegate/fileOutput(_:didContinueRecordingTo:from:)``.
    public override init(_ core: CaptureMovieFileOutput) { super.init(core) }

    /// The codecs that movies can have, the usual one first: H.264 alone of a camera whose active format it is; else JPEG, and
    /// H.264 where libopenh264 is installed.
    public var availableVideoCodecTypes: [AVVideoCodecType] {
        movies.availableVideoCodecs.map { AVVideoCodecType($0) }
    }

    /// The keys that settings for a connection may have.
    public func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
        connections.contains(connection) ? [AVVideoCodecKey] : []
    }

    /// What movies over a connection are encoded in.
    ///
    /// - Returns: `AVVideoCodecKey` alone.
    public func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        guard connections.contains(connection),
            let usual = movies.videoCodec ?? movies.availableVideoCodecs.first
        else { return [:] }
        return [AVVideoCodecKey: AVVideoCodecType(usual)]
    }

    /// Says what movies over a connection are to be encoded in, for recordings that begin later.
    ///
    /// - Parameters:
    ///   - outputSettings: `AVVideoCodecKey` with one of ``availableVideoCodecTypes``; nil or empty for what the camera sends, and
    ///     JPEG where that is none of them.
    ///   - connection: One of this output's.
    public func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        func refuse(_ reason: String) -> Never {
            raiseException("*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:] \(reason)")
        }
        guard connections.contains(connection) else { refuse("Connection is not one of this output's") }
        let settings = outputSettings ?? [:]
        guard settings.keys.allSatisfy({ $0 == AVVideoCodecKey }) else {
            refuse("Unsupported key - use -supportedOutputSettingsKeysForConnection:")
        }
        guard let value = settings[AVVideoCodecKey] else {
            movies.videoCodec = nil
            return
        }
        let codec = value as? AVVideoCodecType ?? (value as? String).map { AVVideoCodecType(rawValue: $0) }
        guard let codec, availableVideoCodecTypes.contains(codec) else {
            refuse("Unsupported codec - use -availableVideoCodecTypes")
        }
        movies.videoCodec = codec.core
    }

    /// What movies say of themselves, for recordings that begin later; default nil. Their date, the camera's make and model and
    /// the software are said by themselves, and an item in their place replaces them. Items are read when they are set; those
    /// that are neither of the common keys nor QuickTime's names of them are not written.
    public var metadata: [AVMetadataItem]? {
        get { items.withLock { $0 } }
        set {
            items.withLock { $0 = newValue }
            movies.metadata = newValue?.compactMap(\.item) ?? []
        }
    }

    /// How long fragments are, default half a second; Apple's is ten.
    public var movieFragmentInterval: CMTime {
        get { CMTime(movies.movieFragmentInterval) }
        set { if let duration = newValue.duration { movies.movieFragmentInterval = duration } }
    }
}

/// Takes the library's calls and makes Apple's of them. Held by the library until the last one.
private final class RecordingBridge: CaptureFileOutputRecordingDelegate, @unchecked Sendable {
    /// Called on one queue; the application sees to it, as on Apple's systems.
    private let delegate: any AVCaptureFileOutputRecordingDelegate
    private let output: AVCaptureFileOutput

    init(_ delegate: any AVCaptureFileOutputRecordingDelegate, of output: AVCaptureFileOutput) {
        (self.delegate, self.output) = (delegate, output)
    }

    private func wrapped(_ connections: [CaptureConnection]) -> [AVCaptureConnection] {
        connections.map(AVCaptureConnection.wrapping)
    }

    func fileOutput(
        _: CaptureMovieFileOutput, didStartRecordingTo url: URL, from connections: [CaptureConnection]
    ) {
        output.didChange()
        delegate.fileOutput(output, didStartRecordingTo: url, from: wrapped(connections))
    }

    func fileOutput(
        _: CaptureMovieFileOutput, didPauseRecordingTo url: URL, from connections: [CaptureConnection]
    ) {
        delegate.fileOutput(output, didPauseRecordingTo: url, from: wrapped(connections))
    }

    func fileOutput(
        _: CaptureMovieFileOutput, didResumeRecordingTo url: URL, from connections: [CaptureConnection]
    ) {
        delegate.fileOutput(output, didResumeRecordingTo: url, from: wrapped(connections))
    }

    func fileOutput(
        _: CaptureMovieFileOutput, didContinueRecordingTo url: URL, from connections: [CaptureConnection]
    ) {
        delegate.fileOutput(output, didContinueRecordingTo: url, from: wrapped(connections))
    }

    func fileOutput(
        _: CaptureMovieFileOutput, willFinishRecordingTo url: URL, from connections: [CaptureConnection],
        error: CaptureRecordingError?
    ) {
        delegate.fileOutput(
            output, willFinishRecordingTo: url, from: wrapped(connections), error: error.map { AVError($0) })
    }

    func fileOutput(
        _: CaptureMovieFileOutput, didFinishRecordingTo url: URL, from connections: [CaptureConnection],
        error: CaptureRecordingError?
    ) {
        output.didChange()
        delegate.fileOutput(
            output, didFinishRecordingTo: url, from: wrapped(connections), error: error.map { AVError($0) })
    }
}
