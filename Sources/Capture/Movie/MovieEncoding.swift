import MetadataOutput

/// What is on its way into a recording's files.
enum MovieItem<Frame: Sendable>: Sendable {
    case frame(Frame)
    case metadata([UInt8], time: Duration)
    case text(String, time: Duration)
    case pause
    case resume
    case end(CaptureError?)
}

/// What frames of movies are made of.
enum MovieSource: Sendable {
    case picture(CaptureBuffer)
    /// One that a camera has sent as it will be in the movie.
    case sent(SentFrame)
}

/// The side of a recording that makes frames, and passes on what is said of them in its order.
struct MovieEncoding {
    private let recording: MovieRecording
    private let encoded: MovieQueue<MovieItem<MovieFrame>>
    private var maker: MovieFrameMaker
    private var hasBegun = false
    /// Whether the encoder may have pictures still.
    private var isEncoding = false
    private var sentOrder = SentFrameOrder()
    /// The last one, as long as there is no room for it: the one before it would be shown until the next.
    private var waitingText: (text: String, time: Duration)?

    /// - Parameters:
    ///   - recording: Is told of frames that are left out, and of what goes wrong.
    ///   - maker: Of its frames.
    ///   - encoded: Where they are put.
    init(
        for recording: MovieRecording, by maker: MovieFrameMaker,
        into encoded: MovieQueue<MovieItem<MovieFrame>>
    ) {
        (self.recording, self.maker, self.encoded) = (recording, maker, encoded)
    }

    /// Takes what is next.
    mutating func take(_ item: MovieItem<MovieSource>) {
        switch item {
        case .frame(.picture(let buffer)): take(buffer)
        case .frame(.sent(let frame)): take(frame)
        case .metadata(let bytes, let time):
            encoded.offer(.metadata(bytes, time: time), cost: max(1, bytes.count))
        case .text(let text, let time): waitingText = (text, time)
        case .pause:
            offer(maker.finish())
            encoded.offer(.pause)
            maker.startAnew()
            sentOrder.startAnew()
        case .resume: encoded.offer(.resume)
        // What is said of frames may come later.
        case .end(let error):
            offer(maker.finish())
            encoded.offer(.end(error))
        }
        if let (text, time) = waitingText,
            encoded.offer(.text(text, time: time), cost: max(1, text.utf8.count))
        {
            waitingText = nil
        }
    }

    private mutating func take(_ buffer: CaptureBuffer) {
        isEncoding = true
        do throws(CaptureError) {
            let made = try maker.frames(of: buffer)
            hasBegun = hasBegun || !made.frames.isEmpty
            offer(made)
        } catch {
            // What comes before the first key frame belongs to no recording.
            if hasBegun || error.code != .decodeFailed { recording.dropFrame() }
            // Of this camera nothing ever comes.
            if error.code == .unsupported { recording.end(error) }
        }
    }

    private mutating func take(_ frame: SentFrame) {
        if isEncoding {
            offer(maker.finish())
            maker.startAnew()
            isEncoding = false
        }
        guard sentOrder.takes(frame) else {
            if hasBegun { recording.dropFrame() }
            return
        }
        hasBegun = true
        if !encoded.offer(.frame(frame.movie), cost: frame.movie.bytes.count) {
            recording.dropFrame()
            sentOrder.startAnew()
        }
    }

    private mutating func offer(_ made: MadeFrames) {
        if let failure = made.failure { recording.tell(.encoderFailed(failure)) }
        for _ in 0..<made.missingCount { recording.dropFrame() }
        var hasGap = false
        for frame in made.frames {
            // What needs one that is missing is noise.
            let isUsable = !hasGap || frame.isKeyFrame
            hasGap = !isUsable || !encoded.offer(.frame(frame), cost: frame.bytes.count)
            if hasGap {
                recording.dropFrame()
                maker.startAnew()
            }
        }
    }
}
