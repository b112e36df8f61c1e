import CFFmpeg
import Glibc
import MetadataOutput

/// Owner of what FFmpeg has of a movie's file, or of a stream that somebody else receives.
struct FFmpegVideo: ~Copyable {
    /// What a pixel takes beside its luma: a codec keeps up to seventeen pictures of one and a half bytes a pixel, or twice as
    /// many bytes; colours are half a byte, and as much again where they are turned.
    private static let bytesPerPixel = 35

    /// The movie's file, where it was opened here.
    private let descriptor: Int32?
    private let movie: OpaquePointer
    private let limits: DecodingLimits
    /// What the frame that was given last is.
    private var last: CFFmpegFrame?

    /// Opens the libraries, which a process that cannot open files later does before.
    ///
    /// - Throws: `.engineFailure` if they cannot be opened.
    static func openLibraries() throws(PayloadError) {
        guard let problem = CFFmpegOpen() else { return }
        throw PayloadError(
            .engineFailure,
            "video needs FFmpeg's libraries (Debian 12's packages libavformat59 and libswscale6), which cannot be opened (\(String(cString: problem)))"
        )
    }

    /// Opens a file.
    init(path: [UInt8], limits: DecodingLimits) throws(PayloadError) {
        try Self.openLibraries()
        let opened = (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? -1
            }
        }
        guard opened >= 0 else { throw PayloadError(.unreadable, String(cString: strerror(errno))) }
        guard let movie = CFFmpegCreate(opened, Self.mostPixels(limits)) else {
            close(opened)
            throw PayloadError(.engineFailure, "there is no memory for a movie")
        }
        descriptor = opened
        self.movie = movie
        self.limits = limits
    }

    /// Begins with a movie that somebody else has opened, and closes.
    init(descriptor: Int32, limits: DecodingLimits) throws(PayloadError) {
        try Self.openLibraries()
        guard let movie = CFFmpegCreate(descriptor, Self.mostPixels(limits)) else {
            throw PayloadError(.engineFailure, "there is no memory for a movie")
        }
        self.descriptor = nil
        self.movie = movie
        self.limits = limits
    }

    /// Begins with a stream.
    ///
    /// - Parameter description: What is sent, SDP of one video.
    init(description: String, limits: DecodingLimits) throws(PayloadError) {
        try Self.openLibraries()
        var description = description
        let created = description.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.flatMap { CFFmpegCreateStream($0, text.count, Self.mostPixels(limits)) }
            }
        }
        guard let created else { throw PayloadError(.engineFailure, "there is no memory for its video") }
        descriptor = nil
        movie = created
        self.limits = limits
    }

    deinit {
        CFFmpegDestroy(movie)
        if let descriptor { close(descriptor) }
    }

    private static func mostPixels(_ limits: DecodingLimits) -> Int64 {
        Int64(min(limits.pixels, limits.memoryBytes / bytesPerPixel, 1 << 36))
    }

    private var message: String { String(cString: CFFmpegMessage(movie)) }

    /// Takes a packet of a stream.
    func put(_ packet: ArraySlice<UInt8>) throws(PayloadError) {
        // One of no bytes FFmpeg would take for the stream's end.
        guard !packet.isEmpty else { return }
        let isPut = packet.withUnsafeBufferPointer { packet in
            packet.baseAddress.map { CFFmpegPut(movie, $0, packet.count) } ?? true
        }
        guard isPut else { throw PayloadError(.engineFailure, "there is no memory for its video") }
    }

    /// Goes on at a stream's next frame that needs none before it.
    func skipToKeyFrame() { CFFmpegSkipToKeyFrame(movie) }

    /// Frames of a stream that were left out because none has come yet that needs none before it; 0 once one has.
    var framesBeforeKeyFrame: Int { Int(CFFmpegFramesBeforeKeyFrame(movie)) }

    /// The next frame; nil if a stream needs more packets for it.
    mutating func nextFrame(from earliest: Duration) -> MovieReading? {
        var frame = CFFmpegFrame()
        let status = CFFmpegNext(movie, earliest.nanosecondsRoundedUp, &frame)
        last = status == CFFMPEG_OK ? frame : nil
        switch status {
        case CFFMPEG_OK: return picture(of: frame)
        case CFFMPEG_WAITING: return nil
        case CFFMPEG_PASSED: return .passed
        case CFFMPEG_END: return .end
        case CFFMPEG_EMPTY: return .failed(PayloadError(.empty, message))
        case CFFMPEG_LOST: return lost(frame)
        case CFFMPEG_UNKNOWN: return .failed(PayloadError(.unknownFormat, message))
        case CFFMPEG_TOO_LARGE:
            do throws(PayloadError) {
                try PictureCost(
                    width: Int(frame.width), height: Int(frame.height), orientation: .up,
                    bytesPerPixel: Self.bytesPerPixel - 1
                ).check(against: limits)
            } catch { return .failed(error) }
            return .failed(PayloadError(.overLimit, message))
        default: return .failed(PayloadError(.undecodable, message))
        }
    }

    /// Whether the frame that was given last is shown as it is stored.
    var isUpright: Bool { last.map { PictureOrientation(turn: $0) == .up } ?? true }

    /// A picture of a stream of H.264 as it was sent.
    struct Unit {
        /// With start codes; nil if there are more than were asked for.
        var bytes: [UInt8]?
        /// From the first one on; nil where that is not known.
        var time: Duration?
        /// As ``stamp`` of its frame.
        var stamp: Int64
        /// Whether it needs no other, so that all that come after it are shown after all before it.
        var isKey: Bool
    }

    /// Whether a stream's frames are wanted, as in the beginning; if they are again, they go on at the next one that needs none before it.
    func decode(_ decodes: Bool) { CFFmpegDecode(movie, decodes) }

    /// The next picture that was taken in, whether or not its frame has come; nil if there is none, as of all but streams of H.264.
    func nextUnit(atMost most: Int) -> Unit? {
        var unit = CFFmpegUnit()
        guard CFFmpegTakeUnit(movie, &unit) else { return nil }
        let bytes =
            unit.size > 0 && unit.size <= most
            ? UnsafeBufferPointer(start: unit.bytes, count: unit.size) : nil
        return Unit(
            bytes: bytes.map { Array($0) }, time: unit.time == .min ? nil : .nanoseconds(unit.time),
            stamp: unit.stamp, isKey: unit.is_key)
    }

    /// Of a stream, how far the RTP time stamp of the frame that was given last is beyond that of the first packet, in units of their
    /// clock; nil where that is not known.
    var stamp: Int64? { last.flatMap { $0.stamp == .min ? nil : $0.stamp } }

    /// The colours of the frame that was given last; nil if it has none, or there is no memory.
    func colors() -> FrameColors? {
        guard let last, let matrix = StillSamples.Matrix(last.matrix) else { return nil }
        let size = FrameColors.size(width: Int(last.width), height: Int(last.height))
        var status = CFFMPEG_OK
        var red: Plane?
        let blue = Plane(width: size.width, height: size.height, isCleared: false) { blue in
            red = Plane(width: size.width, height: size.height, isCleared: false) { red in
                guard let blue = blue.baseAddress, let red = red.baseAddress else { return }
                status = CFFmpegChroma(movie, blue, red)
            }
        }
        guard status == CFFMPEG_OK, let red else { return nil }
        let orientation = PictureOrientation(turn: last)
        return FrameColors(
            blue: StoredPicture(luma: blue, orientation: orientation).upright,
            red: StoredPicture(luma: red, orientation: orientation).upright, matrix: matrix)
    }

    private func lost(_ frame: CFFmpegFrame) -> MovieReading {
        .lost(
            PayloadError(.undecodable, message), number: Int(frame.number), time: .nanoseconds(frame.time))
    }

    private func picture(of frame: CFFmpegFrame) -> MovieReading {
        var status = CFFMPEG_OK
        let luma = Plane(width: Int(frame.width), height: Int(frame.height), isCleared: false) { samples in
            if let start = samples.baseAddress { status = CFFmpegLuma(movie, start) }
        }
        guard status != CFFMPEG_FAILED else { return .failed(PayloadError(.undecodable, message)) }
        guard status == CFFMPEG_OK else { return lost(frame) }
        let stored = StoredPicture(luma: luma, orientation: PictureOrientation(turn: frame))
        return .frame(
            Frame(
                luma: stored.upright, time: .nanoseconds(frame.time),
                duration: frame.duration > 0 ? .nanoseconds(frame.duration) : nil),
            number: Int(frame.number))
    }
}

extension Duration {
    /// The largest number where there are more.
    fileprivate var nanosecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isVast) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isVaster) = whole.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
        return isVast || isVaster ? .max : sum
    }
}

extension StillSamples.Matrix {
    /// Nil of a picture without colours.
    fileprivate init?(_ matrix: CFFmpegMatrix) {
        switch matrix {
        case CFFMPEG_BT601: self = .bt601
        case CFFMPEG_BT709: self = .bt709
        case CFFMPEG_BT2020: self = .bt2020
        default: return nil
        }
    }
}

extension PictureOrientation {
    /// Of a picture that is mirrored, if it is, and then turned clockwise.
    fileprivate init(turn frame: CFFmpegFrame) {
        self =
            switch (frame.turn, frame.is_mirrored) {
            case (90, false): .right
            case (180, false): .down
            case (270, false): .left
            case (90, true): .rightMirrored
            case (180, true): .downMirrored
            case (270, true): .leftMirrored
            case (_, true): .upMirrored
            default: .up
            }
    }
}
