import MediaFiles
import MetadataOutput

/// The movie of a clip as it is written: one file, and what is missing in it.
struct ClipMovie {
    private let start: Duration
    private var files: MovieFiles
    private var maker: ClipFrameMaker
    private var frameCount = 0
    private var missingCount = 0
    /// Those of the missing ones that were damaged, or of another size.
    private var leftOutCount = 0
    /// The first frame, whose like all are.
    private var kind: MovieFrame?
    private var text = ""
    /// Whether a frame was taken that is one of it.
    private(set) var hasBegun = false
    /// The times of frames.
    private(set) var first: Duration?
    private(set) var last: Duration?
    /// The time of what was said last.
    private(set) var said: Duration?
    /// Whether what comes does not belong to it any more.
    private(set) var isOver = false
    /// When it ends, if a frame behind it has come.
    var end: Duration?

    /// - Parameters:
    ///   - stills: Encodes what something is hidden in.
    ///   - openSink: Makes the file.
    init(
        _ settings: ClipRecording.Settings, stills: any StillMaker, openSink: @escaping OpenMovieSink
    ) {
        start = settings.start
        files = MovieFiles(settings.movie, openSink: openSink) { _ in }
        maker = ClipFrameMaker(
            stills, quality: settings.jpegQuality, codec: settings.videoCodec, hardware: settings.hardware,
            frameRate: settings.frameRate)
    }

    mutating func open() throws(CaptureError) { try files.open() }

    /// Adds the next frame.
    ///
    /// - Parameters:
    ///   - missing: How many before it were given up.
    ///   - hidden: What nobody is to see in it; nil if nobody knows, and it is left out.
    /// - Throws: Why no frame can be made or written.
    mutating func add(
        _ frame: ClipFrame, missing: Int, hiding hidden: [HiddenRegion]?
    ) throws(CaptureError) {
        if hasBegun {
            leftOutCount += frame.leftOutBefore
            missingCount += frame.leftOutBefore
        }
        hasBegun = true
        missingCount += missing
        // Of frames that are left out the encoder does not hear.
        guard let hidden, let made = try made(frame, hiding: hidden) else {
            missingCount += 1
            return
        }
        try add(made)
    }

    /// Adds what an encoder has of the frames that were added.
    mutating func addRest() throws(CaptureError) {
        if !isOver { try add(maker.finish()) }
    }

    /// - Returns: nil if it is damaged.
    private mutating func made(
        _ frame: ClipFrame, hiding hidden: [HiddenRegion]
    ) throws(CaptureError) -> MadeFrames? {
        do throws(CaptureError) {
            return try maker.frames(of: frame, hiding: hidden)
        } catch {
            if error.code == .unsupported { throw error }
            return nil
        }
    }

    private mutating func add(_ made: MadeFrames) throws(CaptureError) {
        missingCount += made.missingCount
        for frame in made.frames {
            // A clip is one file: where the camera comes back with another size it ends.
            if let kind, !frame.isLike(kind) {
                isOver = true
                return
            }
            kind = kind ?? frame
            guard try files.add(frame) else {
                missingCount += 1
                continue
            }
            frameCount += 1
            first = first ?? frame.time
            last = frame.time
        }
    }

    /// Adds what was found in frames that are written.
    mutating func say(_ findings: [ClipFinding]) {
        guard let first else { return }
        for finding in findings {
            said = finding.time
            if finding.time >= first, let metadata = finding.metadata {
                files.add(metadata: metadata, time: finding.time)
            }
            guard finding.text != text else { continue }
            text = finding.text
            files.add(text: finding.text, time: max(finding.time, first))
        }
    }

    /// What it lacks that nobody would want to have it for, though all was written.
    var shortfall: CaptureError? {
        if isOver {
            return CaptureError(.mediaChanged, "the camera's pictures are of another size or kind now")
        }
        // A picture that is damaged now and then is no reason.
        guard leftOutCount > frameCount else { return nil }
        return CaptureError(
            .mediaChanged,
            "\(leftOutCount) of \(leftOutCount + frameCount) pictures were damaged, or each of another size")
    }

    /// Ends the file.
    ///
    /// - Parameter error: Why, unless it has all that was wanted.
    mutating func finish(_ error: CaptureError?) -> CaptureClip.Outcome {
        let failure = files.finish(error, at: end)
        return CaptureClip.Outcome(
            startTime: max(start, first ?? start), duration: files.progress.duration,
            dimensions: kind.map { PhotoDimensions(width: $0.width, height: $0.height) },
            frameCount: frameCount, droppedFrameCount: missingCount,
            byteCount: files.progress.byteCount, error: failure)
    }
}

extension MovieFrame {
    /// Whether both can be in one file.
    fileprivate func isLike(_ other: MovieFrame) -> Bool {
        (width, height) == (other.width, other.height) && codec == other.codec
    }
}
