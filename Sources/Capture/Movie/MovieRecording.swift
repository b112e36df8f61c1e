import Foundation
import MediaFiles
import Synchronization

/// One recording: frames on their way into files.
///
/// Pictures are encoded on one thread and written on another, so that neither an encoder nor a disk ever holds a camera up:
/// what they have no time for is left out and counted.
final class MovieRecording: Sendable {
    /// What was asked for.
    struct Settings: Sendable {
        var path: String
        var container: MovieDescription.Container
        var rotation = MovieDescription.Rotation.none
        var isMirrored = false
        /// What the file says of itself, the date aside where that is when its file begins.
        var texts: [MovieText: String] = [:]
        var metadataType: String?
        /// How long its end waits for what is said of the last frames.
        var metadataDelay = Duration.zero
        var hasText = false
        /// Whether frames may be H.264 as a camera has sent it.
        var takesVideo = false
        var playbackRate = 1.0
        var fragmentInterval = Duration.milliseconds(500)
        /// With so many bytes a fragment ends sooner.
        var mostFragmentBytes = 64 << 20
        /// Frames before it are there for those that need them, and are not shown; nil for none.
        var start: Duration?
        /// What a photo and the movie around it have in common, and when the photo was taken; nil of a movie alone.
        var contentIdentifier: String?
        var stillImageTime: Duration?
        var mostDuration: Duration?
        var mostBytes: Int?
        var leastFreeBytes = 0
        var mostIndexBytes = standardMostIndexBytes
        /// Whether frames that do not fit into a file go into another one, where else the recording ends.
        var takesOtherFiles = true

        /// What an index may have, in bytes: ten hours of 30 frames a second.
        static let standardMostIndexBytes = 12 << 20
    }

    /// What becomes of it.
    enum Telling: Sendable {
        case started
        case paused
        case resumed
        case continued(path: String)
        /// An encoder has failed, and another goes on.
        case encoderFailed(String)
        case willFinish(CaptureRecordingError?)
        case finished(CaptureRecordingError?)
    }

    private struct State {
        var isEnded = false
        var isPaused = false
        var droppedFrameCount = 0
        var progress = MovieProgress()
    }

    /// Pictures that wait to be encoded: sixteen of 1080p.
    private static let mostRawBytes = 64 << 20
    /// Frames that wait to be written: four seconds of 1080p at 60.
    static let mostEncodedBytes = 96 << 20

    private let settings: Settings
    private let maker: MovieFrameMaker
    private let openSink: OpenMovieSink
    let tell: @Sendable (Telling) -> Void
    private let state = Mutex(State())
    private let incoming = MovieQueue<MovieItem<MovieSource>>(mostCost: mostRawBytes)
    private let encoded: MovieQueue<MovieItem<MovieFrame>>

    /// - Parameters:
    ///   - openSink: Makes a file.
    ///   - tell: Is told on the recording's threads.
    init(
        _ settings: Settings, maker: MovieFrameMaker, mostWaitingBytes: Int = mostEncodedBytes,
        openSink: @escaping OpenMovieSink,
        tell: @escaping @Sendable (Telling) -> Void
    ) {
        (self.settings, self.maker) = (settings, maker)
        (self.openSink, self.tell) = (openSink, tell)
        encoded = MovieQueue(mostCost: mostWaitingBytes)
    }

    /// Begins; called once.
    func start() {
        Thread { self.encode() }.start()
        Thread { self.write() }.start()
    }

    // MARK: - What is recorded

    /// Whether it may have frames as a camera has sent them.
    var takesVideo: Bool { settings.takesVideo }
    var isEnded: Bool { state.withLock { $0.isEnded } }
    var isPaused: Bool { state.withLock { $0.isPaused && !$0.isEnded } }
    var droppedFrameCount: Int { state.withLock { $0.droppedFrameCount } }
    /// What is written or waits for it.
    var progress: MovieProgress { state.withLock { $0.progress } }
    /// Whether the next picture is one of it.
    var wantsBuffers: Bool { state.withLock { !$0.isEnded && !$0.isPaused } }

    /// Takes a picture, or counts it as dropped. Returns at once.
    func take(_ buffer: CaptureBuffer) {
        var buffer = buffer
        // Sensors' samples are nobody's here.
        buffer.contents.raw = nil
        let cost = max(1, buffer.contents.shown?.bytes.count ?? 0)
        // What is found to be wanted waits before a pause or an end that comes meanwhile, as these are offered here too.
        state.withLock { state in
            guard !state.isEnded, !state.isPaused else { return }
            if !incoming.offer(.frame(.picture(buffer)), cost: cost) { state.droppedFrameCount += 1 }
        }
    }

    /// The same of a frame as a camera has sent it.
    func take(_ frame: SentFrame) {
        state.withLock { state in
            guard !state.isEnded, !state.isPaused else { return }
            if !incoming.offer(.frame(.sent(frame)), cost: max(1, frame.movie.bytes.count)) {
                state.droppedFrameCount += 1
            }
        }
    }

    /// Takes what is said of a moment; where frames do not find room, neither does this.
    func take(metadata: [UInt8], time: Duration) {
        incoming.offer(.metadata(metadata, time: time), cost: max(1, metadata.count))
    }

    /// The same of a text.
    ///
    /// - Returns: Whether it finds room.
    func take(text: String, time: Duration) -> Bool {
        incoming.offer(.text(text, time: time), cost: max(1, text.utf8.count))
    }

    func pause() {
        state.withLock { state in
            guard !state.isPaused, !state.isEnded else { return }
            state.isPaused = true
            incoming.offer(.pause)
        }
    }

    func resume() {
        state.withLock { state in
            guard state.isPaused, !state.isEnded else { return }
            state.isPaused = false
            incoming.offer(.resume)
        }
    }

    /// Ends it when what has come up to now is written; the first end counts.
    ///
    /// - Parameter error: Why; nil if it was asked for.
    func end(_ error: CaptureError? = nil) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.isEnded = true
            incoming.offer(.end(error))
        }
    }

    /// Counts a frame that was wanted and is not in the movie.
    func dropFrame() { state.withLock { $0.droppedFrameCount += 1 } }

    private func encode() {
        var encoding = MovieEncoding(for: self, by: maker, into: encoded)
        while let item = incoming.next() { encoding.take(item) }
    }

    // MARK: - Writing

    private func write() {
        var files = MovieFiles(settings, openSink: openSink, tell: tell)
        var error: CaptureError?
        var isPauseTold = false
        do throws(CaptureError) {
            try files.open()
            writing: while let item = encoded.next() {
                switch item {
                case .frame(let frame): if try !files.add(frame) { dropFrame() }
                case .metadata(let bytes, let time): files.add(metadata: bytes, time: time)
                case .text(let text, let time): files.add(text: text, time: time)
                case .pause:
                    files.pause()
                    // What nobody knows to have begun does not pause either.
                    isPauseTold = files.hasBegun
                    if isPauseTold { tell(.paused) }
                case .resume: if isPauseTold { tell(.resumed) }
                case .end(let reason):
                    error = reason
                    break writing
                }
                state.withLock { $0.progress = files.progress }
            }
        } catch let failure {
            error = failure
            end(failure)
        }
        waitForMetadata(&files)
        incoming.close()
        let result = files.finish(error)
        state.withLock { $0.progress = files.progress }
        tell(.finished(result))
    }

    /// Takes what is said of the last frames: who searches them needs some time.
    private func waitForMetadata(_ files: inout MovieFiles) {
        let end = DispatchTime.now() + .nanoseconds(Int(settings.metadataDelay / .nanoseconds(1)))
        while files.awaitsMetadata, let item = encoded.next(until: end) {
            switch item {
            case .metadata(let bytes, let time): files.add(metadata: bytes, time: time)
            case .text(let text, let time): files.add(text: text, time: time)
            case .frame, .pause, .resume, .end: break
            }
        }
    }
}
