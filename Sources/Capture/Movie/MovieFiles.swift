import Foundation
import MediaFiles

/// How far a recording is.
struct MovieProgress: Sendable {
    /// How long it took before the camera, without pauses.
    var duration = Duration.zero
    var byteCount = 0
    var frameCount = 0
}

/// The files of a recording, one after the other. Used by one thread.
struct MovieFiles {
    private let settings: MovieRecording.Settings
    private let openSink: OpenMovieSink
    private let tell: @Sendable (MovieRecording.Telling) -> Void

    /// A file without a frame: nothing can be written into it before the first one.
    private var empty: (any MovieSink)?
    private var writer: MovieWriter?
    private var clock: MovieClock
    /// What players show, and whether the file has it: what is said of a frame that is not in it holds from the next one on.
    private var text = ("", isWritten: true)
    /// The time of the frame of which something was said last, whether or not the file has it.
    private var lastMetadataTime: Duration?
    /// When the fragment that waits has begun, in ticks.
    private var fragmentStart = 0
    /// When the file ends, if a limit says so, in ticks.
    private var limit: Int?
    /// Whether the disk takes nothing more.
    private var hasFailed = false
    private var fileCount = 0
    /// Of files that are finished.
    private var finished = MovieProgress()
    /// Frames of the file that is written.
    private var frameCount = 0

    init(
        _ settings: MovieRecording.Settings,
        openSink: @escaping OpenMovieSink,
        tell: @escaping @Sendable (MovieRecording.Telling) -> Void
    ) {
        (self.settings, self.openSink, self.tell) = (settings, openSink, tell)
        clock = MovieClock(rate: settings.playbackRate)
    }

    /// How far all files together are.
    var progress: MovieProgress {
        var progress = finished
        guard let writer else { return progress }
        progress.duration += clock.duration(max(0, clock.end - writer.description.unseenDuration))
        progress.byteCount += writer.byteCount
        progress.frameCount += frameCount
        return progress
    }

    /// Whether there is a frame in a file.
    var hasBegun: Bool { fileCount > 1 || writer != nil }

    /// Makes the first file.
    mutating func open() throws(CaptureError) {
        empty = try openSink(settings.path)
        fileCount = 1
    }

    // MARK: - What comes

    /// Adds a frame, in a new file if it has to be.
    ///
    /// - Returns: Whether it is in one: a frame that is not later than all before is left out.
    /// - Throws: Why no more frames can be taken: a limit was reached, or the disk failed.
    mutating func add(_ frame: MovieFrame) throws(CaptureError) -> Bool {
        if let last = clock.lastTime, frame.time <= last { return false }
        if let writer, !fits(frame, writer) {
            guard settings.takesOtherFiles else {
                throw isLike(frame, writer)
                    ? CaptureError(
                        .maximumFileSizeReached, "the movie has as many frames as its index may have")
                    : CaptureError(.mediaChanged, "the camera's pictures are of another size or kind now")
            }
            try startNextFile(with: frame)
        }
        if writer == nil { try begin(with: frame) }
        var clock = clock
        let tick = clock.tick(of: frame.time)
        let unseen = writer?.description.unseenDuration ?? 0
        if let most = settings.mostDuration, finished.duration + clock.duration(tick - unseen) >= most {
            limit = clock.ticks(most - finished.duration) + unseen
            throw CaptureError(.maximumDurationReached, "the recording is as long as it may be")
        }
        if let most = settings.mostBytes, let writer,
            finished.byteCount + writer.finalByteCount(adding: frame.bytes.count) > most
        {
            throw CaptureError(.maximumFileSizeReached, "the recording is as large as it may be")
        }
        clock.noteShown(frame.time + frame.delay)
        self.clock = clock
        let delay = clock.ticks(frame.delay)
        writer?.add(
            MovieSample(frame.bytes, time: tick, delay: delay, isKeyFrame: frame.isKeyFrame), to: .video)
        frameCount += 1
        if settings.stillImageTime == frame.time { writer?.add(.stillImage(at: tick), to: .stillImageTime) }
        if !text.isWritten { write(text.0, at: tick) }
        if tick - fragmentStart >= clock.ticks(settings.fragmentInterval)
            || writer?.waitingByteCount ?? 0 >= settings.mostFragmentBytes
        {
            fragmentStart = tick
            try writeFragment()
        }
        return true
    }

    mutating func add(metadata: [UInt8], time: Duration) {
        lastMetadataTime = max(time, lastMetadataTime ?? time)
        guard let tick = clock.tick(ofFrameAt: time) else { return }
        writer?.add(MovieSample(metadata, time: tick), to: .metadata)
    }

    mutating func add(text new: String, time: Duration) {
        text = (new, isWritten: false)
        if let tick = clock.tick(ofFrameAt: time) { write(new, at: tick) }
    }

    private mutating func write(_ new: String, at tick: Int) {
        text = (new, isWritten: true)
        writer?.add(MovieSample(text: new, time: tick), to: .text)
    }

    mutating func pause() { clock.pause() }

    /// Whether something may still be said of frames that are in the file.
    var awaitsMetadata: Bool {
        guard settings.metadataType != nil, let last = clock.lastTime else { return false }
        return lastMetadataTime.map { $0 < last } ?? true
    }

    private func fits(_ frame: MovieFrame, _ writer: MovieWriter) -> Bool {
        // A file begins with a key frame.
        isLike(frame, writer) && (writer.indexByteCount < settings.mostIndexBytes || !frame.isKeyFrame)
    }

    private func isLike(_ frame: MovieFrame, _ writer: MovieWriter) -> Bool {
        let description = writer.description
        return (description.width, description.height) == (frame.width, frame.height)
            && description.codec == frame.codec
    }

    private mutating func begin(with frame: MovieFrame) throws(CaptureError) {
        guard let sink = empty.take() else { return }
        var description = MovieDescription(
            settings.container, frame.codec, width: frame.width, height: frame.height)
        (description.rotation, description.isMirrored) = (settings.rotation, settings.isMirrored)
        (description.metadataType, description.hasText) = (settings.metadataType, settings.hasText)
        description.playbackRate = settings.playbackRate
        description.contentIdentifier = settings.contentIdentifier
        // MP4 has no such track.
        description.hasStillImageTime = settings.stillImageTime != nil && settings.container == .quickTime
        let now = MovieClock.now
        description.creationTime = Int(now)
        description.texts = [.creationDate: MovieText.date(Date(timeIntervalSince1970: now))]
            .merging(settings.texts) { $1 }
        let unseen = max(frame.delay, settings.start.map { $0 - frame.time } ?? .zero)
        description.unseenDuration = clock.ticks(unseen)
        (clock, fragmentStart, frameCount) = (clock.ofNextFile, 0, 0)
        if !text.0.isEmpty { text.isWritten = false }
        writer = try MovieWriter(description, into: sink)
        tell(fileCount == 1 ? .started : .continued(path: settings.path(of: fileCount)))
    }

    private mutating func startNextFile(with frame: MovieFrame) throws(CaptureError) {
        var clock = clock
        try finishFile(endingAt: clock.tick(of: frame.time))
        fileCount += 1
        empty = try openSink(settings.path(of: fileCount))
    }

    private mutating func writeFragment(endingAt end: Int? = nil) throws(CaptureError) {
        if let free = writer?.freeByteCount, free < settings.leastFreeBytes {
            throw CaptureError(.diskFull, "\(settings.path): the disk has less room than is to be left")
        }
        do throws(CaptureError) {
            try writer?.writeFragment(endingAt: end)
        } catch {
            hasFailed = true
            throw error
        }
    }

    // MARK: - The end

    /// Finishes the last file.
    ///
    /// - Parameters:
    ///   - error: Why the recording has ended; nil if it was asked for.
    ///   - time: When the last frame ends; nil if it lasts as long as the one before.
    /// - Returns: The same, or what has gone wrong since, and whether the last file is whole.
    mutating func finish(_ error: CaptureError?, at time: Duration? = nil) -> CaptureRecordingError? {
        guard writer != nil else {
            empty?.close(isKept: false)
            let cause = error ?? CaptureError(.noDataCaptured, "no frame came to be recorded")
            // What another file says is there already.
            return CaptureRecordingError(cause: cause, recordingSuccessfullyFinished: finished.byteCount > 0)
        }
        tell(.willFinish(error.map { CaptureRecordingError(cause: $0, recordingSuccessfullyFinished: true) }))
        do throws(CaptureError) {
            let wanted = time.flatMap { clock.tick(ofEnd: $0) }
            if let shown = limit ?? wanted, let unseen = writer?.description.unseenDuration {
                writer?.limitShown(to: shown - unseen)
            }
            let end = wanted ?? clock.end
            let later = try finishFile(endingAt: min(end, limit ?? .max))
            return (error ?? later).map {
                CaptureRecordingError(cause: $0, recordingSuccessfullyFinished: true)
            }
        } catch let failure {
            return CaptureRecordingError(cause: error ?? failure, recordingSuccessfullyFinished: false)
        }
    }

    /// Finishes a file.
    ///
    /// - Parameter end: When the last frame ends, in ticks.
    /// - Returns: Why the last fragment is missing; nil if it is there.
    /// - Throws: Why there is no whole file.
    @discardableResult
    private mutating func finishFile(endingAt end: Int) throws(CaptureError) -> CaptureError? {
        var missing: CaptureError?
        if !hasFailed {
            do throws(CaptureError) {
                // Also with less room than is to be left: it is half a second.
                try writer?.writeFragment(endingAt: end)
            } catch {
                missing = error
            }
        }
        guard let last = writer.take() else { return missing }
        finished.frameCount += last.frameCount
        finished.duration += clock.duration(max(0, last.tickCount - last.description.unseenDuration))
        do throws(CaptureError) {
            finished.byteCount += try last.finish()
        } catch {
            // Without its only fragment it has no frame; why that is missing says more.
            throw missing ?? error
        }
        return missing
    }
}

extension MovieRecording.Settings {
    /// The name of one of a recording's files: `movie.mp4`, `movie-2.mp4`, and so on.
    func path(of number: Int) -> String { number > 1 ? NumberedFile.path(path, number) : path }
}
