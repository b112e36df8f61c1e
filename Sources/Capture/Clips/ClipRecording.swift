import Dispatch
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization

/// One clip: reads a ring from a moment in the past on, and writes a movie of it on a thread of its own.
final class ClipRecording: Sendable {
    /// What was asked for.
    struct Settings: Sendable {
        var movie: MovieRecording.Settings
        /// When it begins and ends, on the clock of the camera.
        var start: Duration
        var end: Duration
        /// The longest it may become when it is extended.
        var mostDuration: Duration
        /// Of what is encoded anew, as libjpeg counts it.
        var jpegQuality = 90
        /// Nil for what the ring has.
        var videoCodec: MovieVideoCodec?
        /// What the machine encodes with; nil for nothing.
        var hardware: HardwareEncoders?
        /// Pictures a second, more or less.
        var frameRate = 30.0
        /// Whether faces are to be unrecognisable that are not what it was made for.
        var blursFaces = false
        /// What nobody is to see in any frame.
        var hidden: [HiddenRegion] = []
        /// Objects that it was made for.
        var objectIDs: Set<Int> = []
        /// When the photo was taken that the clip is around, if it is to be cut where the camera was swung; nil for all of it.
        var trimCenter: Duration?
        /// How long pictures, and what is found in them, may be late.
        var patience = ClipRecording.patience
    }

    private struct State {
        var end: Duration
        var objectIDs: Set<Int>
        /// Whether it cannot become longer any more.
        var isClosed = false
    }

    /// How long pictures, and what is found in them, may be late.
    static let patience = Duration.seconds(3)
    /// How often a clip of a camera that is silent is looked after.
    private static let pulse = DispatchTimeInterval.milliseconds(100)

    private let settings: Settings
    private let ring: ClipRing
    private let stills: any StillMaker
    private let openSink: OpenMovieSink
    private let state: Mutex<State>
    private let arrived = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - stills: Encodes what something is hidden in.
    ///   - openSink: Makes the file.
    init(
        _ settings: Settings, of ring: ClipRing, stills: any StillMaker,
        openSink: @escaping OpenMovieSink
    ) {
        var settings = settings
        settings.movie.start = settings.start
        (self.settings, self.ring, self.stills, self.openSink) = (settings, ring, stills, openSink)
        state = Mutex(State(end: settings.end, objectIDs: settings.objectIDs))
    }

    /// Begins; called once.
    ///
    /// - Parameter finished: Is told on the clip's thread.
    func start(_ finished: @escaping @Sendable (CaptureClip.Outcome) -> Void) {
        ring.open(at: settings.start, by: self)
        Thread {
            let outcome = self.record()
            self.ring.close(self)
            finished(outcome)
        }.start()
    }

    /// Has it end later.
    ///
    /// - Parameter objectID: What else it is for.
    /// - Returns: false if it has ended, or would become too long.
    func extend(to end: Duration, for objectID: Int?) -> Bool {
        state.withLock { state in
            guard !state.isClosed, end - settings.start <= settings.mostDuration else { return false }
            state.end = max(state.end, end)
            if let objectID { state.objectIDs.insert(objectID) }
            return true
        }
    }

    /// Says that nothing more is found in its frames.
    func endFindings() { ring.endFindings() }

    /// Something has come.
    func wake() { arrived.signal() }

    private func wait() { _ = arrived.wait(timeout: .now() + Self.pulse) }

    // MARK: - Writing

    /// What was written.
    private struct Progress {
        var frameCount = 0
        var missingCount = 0
        /// Those of them that were damaged, or of another size.
        var leftOutCount = 0
        /// Whether a frame was taken that is one of it.
        var hasBegun = false
        /// The times of frames.
        var first: Duration?
        var last: Duration?
        /// The first frame, whose like all are.
        var kind: MovieFrame?
        /// The time of what was said last.
        var said: Duration?
        var text = ""
        /// When it ends, if a frame behind it has come.
        var end: Duration?
        /// Whether what comes does not belong to it any more.
        var isOver = false
    }

    private func record() -> CaptureClip.Outcome {
        var files = MovieFiles(settings.movie, openSink: openSink) { _ in }
        var progress = Progress()
        var error: CaptureError?
        // Of frames that are left out the encoder has not heard.
        var maker = ClipFrameMaker(
            stills, quality: settings.jpegQuality, codec: settings.videoCodec, hardware: settings.hardware,
            frameRate: settings.frameRate)
        do throws(CaptureError) {
            try files.open()
            try write(into: &files, &progress, by: &maker)
            if !progress.isOver { try add(maker.finish(), to: &files, &progress) }
            state.withLock { $0.isClosed = true }
            waitForFindings(until: progress.last)
            say(&files, &progress)
            error = shortfall(progress)
        } catch let failure {
            error = failure
            state.withLock { $0.isClosed = true }
        }
        let failure = files.finish(error, at: progress.end)
        let first = progress.first ?? settings.start
        let start = max(settings.start, first)
        return CaptureClip.Outcome(
            startTime: start, duration: files.progress.duration,
            dimensions: progress.kind.map { PhotoDimensions(width: $0.width, height: $0.height) },
            frameCount: progress.frameCount, droppedFrameCount: progress.missingCount,
            byteCount: files.progress.byteCount, error: failure)
    }

    /// What a clip lacks that nobody would want to have for it, though all was written.
    private func shortfall(_ progress: Progress) -> CaptureError? {
        if progress.isOver {
            return CaptureError(.mediaChanged, "the camera's pictures are of another size or kind now")
        }
        // A picture that is damaged now and then is no reason.
        guard progress.leftOutCount > progress.frameCount else { return nil }
        let all = progress.leftOutCount + progress.frameCount
        return CaptureError(
            .mediaChanged, "\(progress.leftOutCount) of \(all) pictures were damaged, or each of another size"
        )
    }

    /// Writes frames until the end, or until none come any more.
    private func write(
        into files: inout MovieFiles, _ progress: inout Progress, by maker: inout ClipFrameMaker
    ) throws(CaptureError) {
        let begin = ContinuousClock.now
        var trim = settings.trimCenter.map { MotionTrim(stills, around: $0) }
        let kept = settings.trimCenter.map { ring.frames(in: min(settings.start, $0)...$0) } ?? []
        let start = trim?.start(of: kept) ?? settings.start
        while true {
            switch ring.next(for: self) {
            case .end(let error):
                if let error { throw error }
                return
            case .nothing:
                if isSilent(since: begin, progress) { return }
                wait()
            case .frame(let frame, let missing):
                if hasEnded(at: frame.time) {
                    progress.end = state.withLock { $0.end }
                    return
                }
                if trim?.endsBefore(frame) == true {
                    progress.end = frame.time
                    return
                }
                let isNeeded = frame.time >= start || frame.movie.codec != .motionJPEG
                if !progress.hasBegun, !isNeeded || !frame.isKeyFrame {
                    // It came late or is cut, and nothing needs it; or what it needs is not there.
                    ring.advance(self)
                    continue
                }
                let faces = settings.blursFaces ? hiddenFaces(at: frame.time) : .known([])
                if case .unknownYet = faces {
                    wait()
                    continue
                }
                ring.advance(self)
                if progress.hasBegun {
                    progress.leftOutCount += frame.leftOutBefore
                    progress.missingCount += frame.leftOutBefore
                }
                progress.hasBegun = true
                progress.missingCount += missing
                guard case .known(let hidden) = faces else {
                    progress.missingCount += 1
                    continue
                }
                guard let made = try made(frame, hiding: hidden + settings.hidden, by: &maker) else {
                    progress.missingCount += 1
                    continue
                }
                try add(made, to: &files, &progress)
                if progress.isOver { return }
            }
        }
    }

    private func add(
        _ made: MadeFrames, to files: inout MovieFiles, _ progress: inout Progress
    ) throws(CaptureError) {
        progress.missingCount += made.missingCount
        for frame in made.frames {
            // A clip is one file: where the camera comes back with another size it ends.
            if let kind = progress.kind, !frame.isLike(kind) {
                progress.isOver = true
                return
            }
            progress.kind = progress.kind ?? frame
            guard try files.add(frame) else {
                progress.missingCount += 1
                continue
            }
            progress.frameCount += 1
            progress.first = progress.first ?? frame.time
            progress.last = frame.time
        }
        say(&files, &progress)
    }

    /// - Returns: nil if it is damaged.
    /// - Throws: Why no frame can be made.
    private func made(
        _ frame: ClipFrame, hiding hidden: [HiddenRegion], by maker: inout ClipFrameMaker
    ) throws(CaptureError) -> MadeFrames? {
        do throws(CaptureError) {
            return try maker.frames(of: frame, hiding: hidden)
        } catch {
            if error.code == .unsupported { throw error }
            return nil
        }
    }

    /// Whether a frame is behind the end; nothing changes the end then.
    private func hasEnded(at time: Duration) -> Bool {
        state.withLock { state in
            state.isClosed = time >= state.end
            return state.isClosed
        }
    }

    /// Whether the camera has been silent for longer than the clip would have gone on.
    private func isSilent(since begin: ContinuousClock.Instant, _ progress: Progress) -> Bool {
        let left = max(.zero, state.withLock { $0.end } - (progress.last ?? settings.start))
        return min(ring.silence, ContinuousClock.now - begin) > left + settings.patience
    }

    // MARK: - What was found

    /// What is to be hidden of a frame.
    private enum HiddenFaces {
        case known([HiddenRegion])
        /// It has not been searched yet.
        case unknownYet
        /// Nobody will ever say.
        case unknown
    }

    private func hiddenFaces(at time: Duration) -> HiddenFaces {
        let wanted = state.withLock { $0.objectIDs }
        let (faces, isOver) = ring.findings { findings in
            (findings.faces(at: time), findings.isComplete || findings.end.map { $0 >= time } ?? false)
        }
        guard let faces else {
            return isOver || ring.findingSilence > settings.patience ? .unknown : .unknownYet
        }
        let others = faces.filter { !wanted.contains($0.key) }.sorted { $0.key < $1.key }
        return .known(others.map { HiddenRegion(blurringFace: $0.value) })
    }

    private var saysSomething: Bool { settings.movie.metadataType != nil || settings.movie.hasText }

    /// Writes what was found in frames that are written.
    private func say(_ files: inout MovieFiles, _ progress: inout Progress) {
        guard saysSomething, let first = progress.first, let last = progress.last else { return }
        let said = progress.said
        for finding in ring.findings({ $0.between(said, last) }) {
            progress.said = finding.time
            if finding.time >= first, let metadata = finding.metadata {
                files.add(metadata: metadata, time: finding.time)
            }
            guard finding.text != progress.text else { continue }
            progress.text = finding.text
            files.add(text: finding.text, time: max(finding.time, first))
        }
    }

    /// Waits for what is found in the last frames: a search takes its time.
    private func waitForFindings(until last: Duration?) {
        guard saysSomething, let last else { return }
        let end = ContinuousClock.now + settings.patience
        while ContinuousClock.now < end {
            let isThere = ring.findings { $0.isComplete || $0.end.map { $0 >= last } ?? true }
            if isThere { return }
            wait()
        }
    }
}

extension MovieFrame {
    /// Whether both can be in one file.
    fileprivate func isLike(_ other: MovieFrame) -> Bool {
        (width, height) == (other.width, other.height) && codec == other.codec
    }
}
