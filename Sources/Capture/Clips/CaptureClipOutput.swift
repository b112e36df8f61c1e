public import Foundation
import MediaFiles
public import MetadataOutput
import Synchronization

/// Makes clips of moments that have passed: movies that begin some seconds before somebody asks for them, and end some
/// seconds after.
///
/// The last seconds of each camera are kept in memory: its own JPEGs or H.264 (of a network camera, if nothing is to be hidden in it),
/// or JPEGs that are encoded as its pictures come. A clip has each
/// frame at the time at which the driver says it was taken, and is written as ``CaptureMovieFileOutput`` writes movies: it
/// can be played wherever its writing is broken off.
///
/// ```swift
/// let clips = CaptureClipOutput(stills: StandardStillMaker())
/// try session.addOutput(clips)
/// …
/// let clip = try clips.captureClip(around: update.time, from: "/dev/video0", to: url)
/// print(await clip.outcome.duration)
/// ```
public final class CaptureClipOutput: CaptureOutput, CaptureFrameOutput {
    /// Buffers of a camera that clips need to get every picture.
    private static let bufferCount = 8
    /// Longer than a search takes, after which somebody asks for a clip.
    private static let searchTime = Duration.seconds(2)
    /// A clip has the frame of its moment at least, and players have something to show.
    private static let leastPostRoll = Duration.milliseconds(100)

    private struct State {
        var receivers: [ClipReceiver] = []
        /// Those that may be extended or are not finished, by their source.
        var clips: [(source: String, clip: CaptureClip)] = []
        var preRoll = Duration.seconds(3)
        var postRoll = Duration.seconds(2)
        var mostDuration = Duration.seconds(60)
        var mostBytes = 96 << 20
        var jpegQuality = 90
        var videoCodec: MovieVideoCodec?
        var blursFaces = false
        var metadataType: String?
        var recordsText = false
    }

    private let state = Mutex(State())
    private let stills: any StillMaker
    private let hardware: HardwareEncoders?
    private let patience: Duration
    private let openSink: OpenMovieSink

    /// Makes an output.
    ///
    /// - Parameter stills: Encodes pictures of cameras that send no JPEGs, and hides what nobody is to see:
    ///   `StandardStillMaker` of Decoders in this process, `IsolatedStillMaker` of Workers in another.
    public convenience init(stills: any StillMaker) {
        self.init(stills: stills, hardware: .shared) { path throws(CaptureError) in try MovieFileSink(path) }
    }

    /// Makes an output whose clips go to a folder that was there; if somebody removes it, it is made again.
    package convenience init(stills: any StillMaker, makesFolderAgain: Bool) {
        self.init(stills: stills, hardware: .shared) { path throws(CaptureError) in
            if makesFolderAgain { SyncedFile.makeFolderAgain(of: path) }
            return try MovieFileSink(path)
        }
    }

    /// Makes an output whose files go elsewhere, and which has encoders of its own.
    ///
    /// - Parameter patience: How long pictures, and what was found in them, may be late.
    init(
        stills: any StillMaker, hardware: HardwareEncoders? = nil,
        patience: Duration = ClipRecording.patience,
        openSink: @escaping OpenMovieSink
    ) {
        (self.stills, self.hardware, self.patience, self.openSink) = (stills, hardware, patience, openSink)
    }

    // MARK: - What clips are like

    /// How long before the moment clips begin, default 3 seconds; shorter where the camera has not run for so long. Holds
    /// from the session's next start on.
    public var preRollDuration: Duration {
        get { state.withLock { $0.preRoll } }
        set { state.withLock { $0.preRoll = max(newValue, .zero) } }
    }

    /// How long after the moment clips end, default 2 seconds; a tenth of a second at least.
    public var postRollDuration: Duration {
        get { state.withLock { $0.postRoll } }
        set { state.withLock { $0.postRoll = max(newValue, .zero) } }
    }

    /// The longest that a clip may become by moments that follow one another, default 60 seconds. The next one begins
    /// another clip then.
    public var maxClipDuration: Duration {
        get { state.withLock { $0.mostDuration } }
        set { state.withLock { $0.mostDuration = newValue } }
    }

    /// The most that is kept of each camera, in bytes; default 96 MB. With more in ``preRollDuration`` clips begin later.
    /// Holds from the session's next start on.
    public var maxRetainedByteCount: Int {
        get { state.withLock { $0.mostBytes } }
        set { state.withLock { $0.mostBytes = max(newValue, 1) } }
    }

    /// The quality of frames that are encoded here, as libjpeg counts it, 1…100; default 90. Holds from the session's next
    /// start on.
    public var jpegQuality: Int {
        get { state.withLock { $0.jpegQuality } }
        set { state.withLock { $0.jpegQuality = min(max(newValue, 1), 100) } }
    }

    /// What clips' frames are to be; default nil for what the camera sends, and JPEG where that is neither. ``MovieVideoCodec/jpeg``
    /// has pictures of a network camera kept as JPEGs from then on. A clip that
    /// cannot have it ends with ``CaptureError/Code/unsupported``. Nothing is encoded in H.264 before a clip is made.
    public var videoCodec: MovieVideoCodec? {
        get { state.withLock { $0.videoCodec } }
        set { state.withLock { $0.videoCodec = newValue } }
    }

    /// Whether faces are made unrecognisable that are not what a clip is for, default false. It hides the faces that
    /// ``append(_:metadata:)`` tells of, in the frames between two of which it tells as well; frames of which nobody says
    /// who is in them are left out. Frames with such faces are encoded again.
    public var blursFaces: Bool {
        get { state.withLock { $0.blursFaces } }
        set { state.withLock { $0.blursFaces = newValue } }
    }

    /// The type of what ``append(_:metadata:)`` has for the metadata track, such as `application/json`; default nil: there is
    /// none.
    public var timedMetadataType: String? {
        get { state.withLock { $0.metadataType } }
        set { state.withLock { $0.metadataType = newValue } }
    }

    /// Whether the texts of codes are a track that players show; default false.
    public var recordsText: Bool {
        get { state.withLock { $0.recordsText } }
        set { state.withLock { $0.recordsText = newValue } }
    }

    // MARK: - Clips

    /// Says what was found in a frame. Updates of a camera come in the order of their times, also of frames with nothing in
    /// them.
    ///
    /// - Parameters:
    ///   - update: Of a session with this output.
    ///   - metadata: For the metadata track.
    public func append(_ update: MetadataUpdate, metadata: Data? = nil) {
        guard let origin = update.origin else { return }
        let texts = update.objects.compactMap { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
        let faces = update.objects.filter { $0.type == .face }.map { ($0.objectID, $0.bounds) }
        let finding = ClipFinding(
            time: update.time, metadata: metadata.map { [UInt8]($0) }, text: texts.joined(separator: "\n"),
            faces: Dictionary(faces) { $0.union($1) })
        for receiver in receivers(of: origin.source) { receiver.feed.ring.add(finding) }
    }

    /// Makes a clip around a moment.
    ///
    /// If the moment's clip would overlap with one of the same camera that is being made, that one is extended; it has its
    /// own place.
    ///
    /// - Parameters:
    ///   - time: On the clock of the camera, such as a `MetadataUpdate.time`.
    ///   - source: The camera's name, such as `FrameOrigin.source`.
    ///   - url: A file that is not there yet: QuickTime if it ends in `.mov`, else MP4.
    ///   - objectID: The object that the clip is for, whose face is never hidden.
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if it is no file's URL, or no camera of this name leads here;
    ///   what goes wrong after that the clip's outcome says.
    public func captureClip(
        around time: Duration, from source: String, to url: URL, for objectID: Int? = nil
    ) throws(CaptureError) -> CaptureClip {
        guard url.isFileURL else { throw CaptureError(.invalidConfiguration, "\(url) is no file") }
        guard let receiver = receivers(of: source).first(where: { $0.connection.isEnabled }) else {
            throw CaptureError(.invalidConfiguration, "no enabled connection leads from \(source) to clips")
        }
        let connection = receiver.connection
        let turned = (connection.videoRotationAngle, connection.isVideoMirrored)
        let frameRate = connection.frameRate
        let (clip, isNew) = state.withLock { state -> (CaptureClip, Bool) in
            let end = time + max(state.postRoll, Self.leastPostRoll)
            let overlapping = state.clips.last { other in
                other.source == source && other.clip.recording.extend(to: end, for: objectID)
            }
            if let overlapping { return (overlapping.clip, false) }
            let isQuickTime = url.pathExtension.lowercased() == "mov"
            let movie = MovieRecording.Settings(
                path: url.path, container: isQuickTime ? .quickTime : .mp4,
                rotation: MovieDescription.Rotation(rawValue: turned.0) ?? .none, isMirrored: turned.1,
                texts: [MovieText: String](of: receiver.input), metadataType: state.metadataType,
                hasText: state.recordsText)
            let settings = ClipRecording.Settings(
                movie: movie, start: time - state.preRoll, end: end, mostDuration: state.mostDuration,
                jpegQuality: state.jpegQuality, videoCodec: state.videoCodec,
                hardware: hardware, frameRate: frameRate,
                blursFaces: state.blursFaces,
                objectIDs: objectID.map { [$0] } ?? [], patience: patience)
            let recording = ClipRecording(
                settings, of: receiver.feed.ring, stills: stills, openSink: openSink)
            let clip = CaptureClip(recording, to: url)
            state.clips.append((source, clip))
            return (clip, true)
        }
        if isNew {
            clip.recording.start { [weak self] outcome in
                self?.state.withLock { $0.clips.removeAll { $0.clip === clip } }
                clip.finish(outcome)
            }
        }
        return clip
    }

    /// Waits for the clips that are being made, once the session has stopped; nothing more is said of their frames.
    public func finish() async {
        for clip in state.withLock({ $0.clips.map(\.clip) }) {
            clip.recording.endFindings()
            _ = await clip.outcome
        }
    }

    // MARK: - The session's side

    func receivers(of source: String) -> [ClipReceiver] {
        state.withLock { $0.receivers.filter { $0.input.sourceName == source } }
    }

    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
    ) -> any CaptureFrameReceiver {
        (input as? CaptureDeviceInput)?.needBuffers(Self.bufferCount)
        return state.withLock { state in
            let ring = ClipRing(span: state.preRoll + Self.searchTime, mostBytes: state.mostBytes)
            let maker = MovieFrameMaker(stills, quality: state.jpegQuality)
            let receiver = ClipReceiver(
                connection, from: input, of: self, feed: ClipFeed(ring, maker: maker))
            state.receivers.append(receiver)
            return receiver
        }
    }

    func forgetFrames(of input: any CaptureInput) {
        for receiver in state.withLock({ $0.receivers }) where receiver.input === input {
            receiver.feed.ring.forget(of: input)
        }
    }

    /// Whether frames are to be kept as a camera has sent them: nothing can be hidden in them.
    var takesVideo: Bool { state.withLock { $0.videoCodec != .jpeg && !$0.blursFaces } }

    func remove(_ receiver: ClipReceiver) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }
}
