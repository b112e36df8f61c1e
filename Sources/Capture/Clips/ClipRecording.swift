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

    private func record() -> CaptureClip.Outcome {
        var movie = ClipMovie(settings, stills: stills, openSink: openSink)
        var error: CaptureError?
        do throws(CaptureError) {
            try movie.open()
            try write(&movie)
            try movie.addRest()
            state.withLock { $0.isClosed = true }
            waitForFindings(until: movie.last)
            say(&movie)
            error = movie.shortfall
        } catch let failure {
            error = failure
            state.withLock { $0.isClosed = true }
        }
        return movie.finish(error)
    }

    /// Writes frames until the end, or until none come any more.
    private func write(_ movie: inout ClipMovie) throws(CaptureError) {
        let begin = ContinuousClock.now
        var trim = settings.trimCenter.map { MotionTrim(stills, around: $0) }
        let kept = settings.trimCenter.map { ring.frames(in: min(settings.start, $0)...$0) } ?? []
        let start = trim?.start(of: kept) ?? settings.start
        while !movie.isOver {
            switch ring.next(for: self) {
            case .end(let error):
                if let error { throw error }
                return
            case .nothing:
                if isSilent(since: begin, last: movie.last) { return }
                wait()
            case .frame(let frame, let missing):
                let end = end(before: frame.time)
                if end != nil || trim?.endsBefore(frame) == true {
                    movie.end = end ?? frame.time
                    return
                }
                let isNeeded = frame.time >= start || frame.movie.codec != .motionJPEG
                if !movie.hasBegun, !isNeeded || !frame.isKeyFrame {
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
                let hidden: [HiddenRegion]? =
                    if case .known(let faces) = faces { faces + settings.hidden } else { nil }
                try movie.add(frame, missing: missing, hiding: hidden)
                say(&movie)
            }
        }
    }

    /// When it ends, if a frame is behind that; nothing changes it then.
    private func end(before time: Duration) -> Duration? {
        state.withLock { state in
            state.isClosed = time >= state.end
            return state.isClosed ? state.end : nil
        }
    }

    /// Whether the camera has been silent for longer than the clip would have gone on.
    private func isSilent(since begin: ContinuousClock.Instant, last: Duration?) -> Bool {
        let left = max(.zero, state.withLock { $0.end } - (last ?? settings.start))
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
    private func say(_ movie: inout ClipMovie) {
        guard saysSomething, let last = movie.last else { return }
        let said = movie.said
        movie.say(ring.findings { $0.between(said, last) })
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
