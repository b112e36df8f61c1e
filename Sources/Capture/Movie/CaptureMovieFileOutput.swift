import Dispatch
public import Foundation
import MediaFiles
public import MetadataOutput
import Synchronization

/// Records movies; AVFoundation's `AVCaptureMovieFileOutput`.
///
/// Frames are Motion JPEG or H.264: of a camera that sends JPEGs or H.264, by RTSP too, they are its own, to the last bit, unless something
/// is to be hidden; of others they are encoded in H.264 by the machine's own encoder, if it has one (a V4L2 stateful encoder, as the
/// boards with a camera have), and else as JPEGs. ``videoCodec`` asks for one of both. Each frame has the
/// time at which the driver says it was taken. A file that ends in `.mov` is QuickTime, every other MP4.
///
/// While a movie is recorded its file consists of fragments, each of which is on the disk before the next one begins, so
/// that a crash or a power cut leaves what came before. In the end it becomes an ordinary movie.
public final class CaptureMovieFileOutput: CaptureOutput, CaptureFrameOutput {
    /// Buffers of a camera that movies need to get every picture.
    private static let bufferCount = 8

    private struct State {
        var receivers: [MovieReceiver] = []
        var recordings = MovieRecordings()
        var limits = Limits()
        var jpegQuality = 90
        var videoCodec: MovieVideoCodec?
        var playbackRate = 1.0
        var metadata: [MetadataItem] = []
        var metadataType: String?
        var metadataDelay = Duration.zero
        var recordsText = false
        var takesOtherFiles = true

        var recording: MovieRecording? { recordings.newest }
    }

    private struct Limits {
        var duration: Duration?
        var byteCount: Int?
        var freeByteCount = 0
        var fragmentInterval = Duration.milliseconds(500)
    }

    private let state = Mutex(State())
    private let stills: any StillMaker
    private let codecs: MovieCodecs
    private let hardware: HardwareEncoders?
    private let openSink: OpenMovieSink
    private let mostWaitingBytes: Int
    private let mostIndexBytes: Int
    /// Where delegates are called.
    private let telling = DispatchQueue(label: "scanwatch.movie.telling")

    /// Makes an output.
    ///
    /// - Parameter stills: Encodes pictures of cameras that send no JPEGs, and hides what nobody is to see:
    ///   `StandardStillMaker` of Decoders in this process, `IsolatedStillMaker` of Workers in another.
    public convenience init(stills: any StillMaker) {
        self.init(stills: stills, hardware: .shared) { path throws(CaptureError) in try MovieFileSink(path) }
    }

    /// Makes an output whose files go elsewhere, and which has encoders and limits of its own.
    init(
        stills: any StillMaker, mostWaitingBytes: Int = MovieRecording.mostEncodedBytes,
        mostIndexBytes: Int = MovieRecording.Settings.standardMostIndexBytes,
        hardware: HardwareEncoders? = nil,
        openSink: @escaping OpenMovieSink
    ) {
        (self.stills, self.hardware) = (stills, hardware)
        codecs = MovieCodecs(stills, hardware: hardware)
        (self.mostWaitingBytes, self.mostIndexBytes) = (mostWaitingBytes, mostIndexBytes)
        self.openSink = openSink
    }

    // MARK: - Limits

    /// The longest a recording may be; default nil for no limit. It ends with
    /// ``CaptureError/Code/maximumDurationReached`` then, and its file is whole. Held for recordings that begin later.
    public var maxRecordedDuration: Duration? {
        get { state.withLock { $0.limits.duration } }
        set { state.withLock { $0.limits.duration = newValue } }
    }

    /// The most that a recording's files may have in bytes; default nil for no limit. It ends with
    /// ``CaptureError/Code/maximumFileSizeReached`` then, and its file is whole.
    public var maxRecordedFileSize: Int? {
        get { state.withLock { $0.limits.byteCount } }
        set { state.withLock { $0.limits.byteCount = newValue } }
    }

    /// Room that is to be left on the disk, in bytes, default 0; looked at with each fragment. A recording ends with
    /// ``CaptureError/Code/diskFull`` when there is less, and its file is whole.
    public var minFreeDiskSpaceLimit: Int {
        get { state.withLock { $0.limits.freeByteCount } }
        set { state.withLock { $0.limits.freeByteCount = newValue } }
    }

    /// How long fragments are, 50 milliseconds to an hour, default half a second: what a power cut may cost, about twice. Apple's is
    /// ten seconds. One ends sooner when its frames have 64 MB, as they wait in memory up to its end.
    public var movieFragmentInterval: Duration {
        get { state.withLock { $0.limits.fragmentInterval } }
        set {
            state.withLock {
                $0.limits.fragmentInterval = min(max(newValue, .milliseconds(50)), .seconds(3600))
            }
        }
    }

    // MARK: - What is recorded

    /// The quality of frames that are encoded here, as libjpeg counts it, 1…100; default 90. A camera's own JPEGs are as
    /// they are.
    public var jpegQuality: Int {
        get { state.withLock { $0.jpegQuality } }
        set { state.withLock { $0.jpegQuality = min(max(newValue, 1), 100) } }
    }

    /// What movies' frames are to be; default nil for what the camera sends, and where that is neither, for H.264 if the machine has
    /// an encoder, else JPEG. Another one than
    /// ``availableVideoCodecs`` lists ends a recording with ``CaptureError/Code/unsupported``. Held for recordings that begin
    /// later.
    public var videoCodec: MovieVideoCodec? {
        get { state.withLock { $0.videoCodec } }
        set { state.withLock { $0.videoCodec = newValue } }
    }

    /// What movies' frames can be, the usual one first: ``MovieVideoCodec/h264`` alone of a camera whose active format that is;
    /// else ``MovieVideoCodec/jpeg``, and H.264 if there is an encoder. Waits until that can be said, the first time.
    public var availableVideoCodecs: [MovieVideoCodec] { codecs.available(over: connections) }

    /// How fast movies go, 0.01…100, default 1: at 0.25 what a camera sends 120 times a second is shown 30 times a second
    /// and lasts four times as long. Every frame is in the file all the same, and that says how many a second came. Durations
    /// here are those before the camera. Held for recordings that begin later.
    public var playbackRate: Double {
        get { state.withLock { $0.playbackRate } }
        set { state.withLock { $0.playbackRate = min(max(newValue, 0.01), 100) } }
    }

    /// What movies say of themselves, such as their title or where they were recorded; default empty.
    ///
    /// The software, the date and a camera's make and model are said by themselves; an item that is given here stands in place
    /// of the one of its key, and an empty one leaves it out. Held for recordings that begin later.
    public var metadata: [MetadataItem] {
        get { state.withLock { $0.metadata } }
        set { state.withLock { $0.metadata = newValue } }
    }

    /// The type of what ``appendTimedMetadata(_:at:)`` adds, such as `application/json`; default nil: nothing is added.
    public var timedMetadataType: String? {
        get { state.withLock { $0.metadataType } }
        set { state.withLock { $0.metadataType = newValue } }
    }

    /// How long the end of a recording waits for ``appendTimedMetadata(_:at:)`` of its last frame or one behind it; default
    /// zero. Who says what a search has found sets it to what a search takes, as its answers come after their frames. Held for
    /// recordings that begin later.
    public var timedMetadataDelay: Duration {
        get { state.withLock { $0.metadataDelay } }
        set { state.withLock { $0.metadataDelay = min(max(newValue, .zero), .seconds(3600)) } }
    }

    /// Whether a recording goes on in another file when the camera's pictures become of another size or kind, or the file's index is
    /// full, as after ten hours of 30 frames a second; default true. Else it ends then, with ``CaptureError/Code/mediaChanged`` or
    /// ``CaptureError/Code/maximumFileSizeReached``, and its file is whole. Held for recordings that begin later.
    public var continuesInOtherFiles: Bool {
        get { state.withLock { $0.takesOtherFiles } }
        set { state.withLock { $0.takesOtherFiles = newValue } }
    }

    /// Whether ``appendText(_:at:)`` adds texts that players show; default false.
    public var recordsText: Bool {
        get { state.withLock { $0.recordsText } }
        set { state.withLock { $0.recordsText = newValue } }
    }

    /// Adds what is said of a frame to the movie's metadata track, where it lasts until something is said of a later one.
    /// Nothing happens if that frame is not in the file, or something was said of a later one before.
    ///
    /// - Parameters:
    ///   - bytes: Come out of the file as they are.
    ///   - time: The frame's, on the clock of the camera.
    public func appendTimedMetadata(_ bytes: Data, at time: Duration) {
        // Who searches frames may say something of one's last frames when the next one has begun.
        for recording in state.withLock({ $0.recordings.all }) {
            recording.take(metadata: [UInt8](bytes), time: time)
        }
    }

    /// Adds a text that players show from this frame on, until the next one; an empty one ends it.
    ///
    /// - Parameters:
    ///   - text: Of at most 65,535 bytes of UTF-8; the rest is left out.
    ///   - time: The frame's, on the clock of the camera.
    /// - Returns: Whether it is on its way into a file; not if nothing is recorded, or more waits for the disk than may.
    @discardableResult
    public func appendText(_ text: String, at time: Duration) -> Bool {
        state.withLock { $0.recording }?.take(text: text, time: time) ?? false
    }

    // MARK: - Recording

    /// Whether something is recorded: from ``startRecording(to:recordingDelegate:)`` until the last call of its delegate.
    public var isRecording: Bool { state.withLock { $0.recording != nil } }
    /// Whether a recording waits to be resumed.
    public var isRecordingPaused: Bool { state.withLock { $0.recording }?.isPaused ?? false }
    /// Where the recording goes; nil if there is none.
    public var outputFileURL: URL? { state.withLock { $0.recordings.newestURL } }
    /// How long the recording is up to now, without pauses; zero if there is none.
    public var recordedDuration: Duration { state.withLock { $0.recording }?.progress.duration ?? .zero }
    /// How many frames the recording has up to now; 0 if there is none.
    public var recordedFrameCount: Int { state.withLock { $0.recording }?.progress.frameCount ?? 0 }
    /// How large the recording is up to now, in bytes; 0 if there is none.
    public var recordedFileSize: Int { state.withLock { $0.recording }?.progress.byteCount ?? 0 }
    /// Frames of the recording that are not in it, because the disk or the encoder was too slow or they were damaged; 0 if
    /// there is none.
    public var droppedFrameCount: Int { state.withLock { $0.recording }?.droppedFrameCount ?? 0 }

    /// Begins a recording with the next frame.
    ///
    /// How pictures are turned and mirrored is what the connection says now, and is written into the file; the pictures
    /// themselves stay as they are. Whatever goes wrong after this the delegate is told. After ``stopRecording()`` the next
    /// recording begins at once, while the rest of the one before is written; what is said of a recording here is said of the newer.
    ///
    /// - Parameters:
    ///   - outputFileURL: A file that is not there yet.
    ///   - delegate: Held until its last call.
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if something is recorded that was not stopped, it is no file's
    ///   URL, or no enabled connection leads here; ``CaptureError/Code/sessionNotRunning``.
    public func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any CaptureFileOutputRecordingDelegate
    ) throws(CaptureError) {
        guard outputFileURL.isFileURL else {
            throw CaptureError(.invalidConfiguration, "\(outputFileURL) is no file")
        }
        guard let connection = connections.first(where: { $0.isEnabled }) else {
            throw CaptureError(.invalidConfiguration, "no enabled connection leads to the movie output")
        }
        let rotation = MovieDescription.Rotation(rawValue: connection.videoRotationAngle) ?? .none
        let (isMirrored, frameRate) = (connection.isVideoMirrored, connection.frameRate)
        let started = state.withLock { state -> Result<MovieRecording, CaptureError> in
            guard state.recording?.isEnded ?? true else { return .failure(Self.isBusy) }
            guard let receiver = state.receivers.first(where: { $0.connection === connection }) else {
                return .failure(CaptureError(.sessionNotRunning, "the session does not run"))
            }
            let isQuickTime = outputFileURL.pathExtension.lowercased() == "mov"
            let takesVideo = state.videoCodec != .jpeg
            var settings = MovieRecording.Settings(
                path: outputFileURL.path, container: isQuickTime ? .quickTime : .mp4, rotation: rotation,
                isMirrored: isMirrored,
                texts: [MovieText: String](of: receiver.input).replaced(by: state.metadata),
                metadataType: state.metadataType, metadataDelay: state.metadataDelay,
                hasText: state.recordsText, takesVideo: takesVideo, playbackRate: state.playbackRate,
                fragmentInterval: state.limits.fragmentInterval, mostDuration: state.limits.duration,
                mostBytes: state.limits.byteCount, leastFreeBytes: state.limits.freeByteCount,
                mostIndexBytes: mostIndexBytes, takesOtherFiles: state.takesOtherFiles)
            // Frames before it are there for it.
            if takesVideo { settings.start = receiver.newestSentTime }
            let maker = MovieFrameMaker(
                stills, quality: state.jpegQuality, codec: state.videoCodec, hardware: hardware,
                frameRate: frameRate)
            let recording = state.recordings.add(to: outputFileURL) { number in
                MovieRecording(
                    settings, maker: maker, mostWaitingBytes: mostWaitingBytes, openSink: openSink
                ) { [self] telling in
                    tell(telling, delegate, number, connection)
                }
            }
            receiver.begin(recording)
            return .success(recording)
        }
        try started.get().start()
    }

    /// Why a recording is refused while another one was not stopped.
    package static let isBusy = CaptureError(
        .invalidConfiguration, "a movie is being recorded already: stop that one first")

    /// Tells a delegate of a recording that ``startRecording(to:recordingDelegate:)`` has refused: for who takes a refusal for the
    /// program's mistake, and must not where the camera is gone or AVFoundation does not.
    package func fail(
        _ outputFileURL: URL, over connection: CaptureConnection, with error: CaptureError,
        delegate: any CaptureFileOutputRecordingDelegate
    ) {
        telling.async { [self] in
            delegate.fileOutput(
                self, didFinishRecordingTo: outputFileURL, from: [connection],
                error: CaptureRecordingError(cause: error, recordingSuccessfullyFinished: false))
        }
    }

    /// Ends the recording; its delegate is told when the file is finished. Nothing happens if there is none.
    public func stopRecording() { state.withLock { $0.recording }?.end() }

    /// Takes no frames until ``resumeRecording()``; the time between is not in the movie. Nothing happens if there is no
    /// recording, or it is paused.
    public func pauseRecording() { state.withLock { $0.recording }?.pause() }

    /// Goes on after ``pauseRecording()``.
    public func resumeRecording() { state.withLock { $0.recording }?.resume() }

    private func tell(
        _ happening: MovieRecording.Telling, _ delegate: any CaptureFileOutputRecordingDelegate,
        _ number: Int, _ connection: CaptureConnection
    ) {
        telling.async { [self] in
            let connections = [connection]
            // Where it goes on in another file, that one. It is there until it is finished.
            guard let url = state.withLock({ $0.recordings.url(of: number) }) else { return }
            switch happening {
            case .started: delegate.fileOutput(self, didStartRecordingTo: url, from: connections)
            case .paused: delegate.fileOutput(self, didPauseRecordingTo: url, from: connections)
            case .resumed: delegate.fileOutput(self, didResumeRecordingTo: url, from: connections)
            case .continued(let path):
                let next = URL(fileURLWithPath: path)
                state.withLock { $0.recordings.move(number, to: next) }
                delegate.fileOutput(self, didContinueRecordingTo: next, from: connections)
            case .encoderFailed(let message):
                delegate.fileOutput(self, didLoseEncoderFor: url, from: connections, message: message)
            case .willFinish(let error):
                delegate.fileOutput(self, willFinishRecordingTo: url, from: connections, error: error)
            case .finished(let error):
                // Who is told may begin the next one at once.
                state.withLock { $0.recordings.remove(number) }
                delegate.fileOutput(self, didFinishRecordingTo: url, from: connections, error: error)
            }
        }
    }

    // MARK: - The session's side

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        (input as? CaptureDeviceInput)?.needBuffers(Self.bufferCount)
        let receiver = MovieReceiver(connection, from: input, of: self)
        state.withLock { $0.receivers.append(receiver) }
        return receiver
    }

    /// Whether the next recording may have frames as a camera has sent them.
    var takesVideo: Bool { state.withLock { $0.videoCodec != .jpeg } }

    func remove(_ receiver: MovieReceiver) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }
}
