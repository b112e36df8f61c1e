import CFFmpeg
import Glibc
import MetadataOutput
import Synchronization

/// A movie that FFmpeg reads.
final class FFmpegMovie: MovieReader {
    private let native: Mutex<Native>
    private let limits: DecodingLimits

    init(path: [UInt8], limits: DecodingLimits) throws(PayloadError) {
        if let problem = CFFmpegOpen() {
            throw PayloadError(
                .engineFailure,
                "movies need FFmpeg's libraries (Debian 12's packages libavformat59 and libswscale6), which cannot be opened (\(String(cString: problem)))"
            )
        }
        native = Mutex(try Native(path: path, limits: limits))
        self.limits = limits
    }

    func nextFrame(from earliest: Duration) -> MovieReading {
        native.withLock { $0.nextFrame(from: earliest, limits: limits) }
    }
}

/// Owner of the file and of what FFmpeg has of it.
private struct Native: ~Copyable {
    /// What a pixel takes beside its luma: a codec keeps up to seventeen pictures of one and a half bytes a pixel, or twice as
    /// many bytes.
    private static let bytesPerPixel = 34

    private let descriptor: Int32
    private let movie: OpaquePointer

    init(path: [UInt8], limits: DecodingLimits) throws(PayloadError) {
        let opened = (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { path in
                path.baseAddress.map { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? -1
            }
        }
        guard opened >= 0 else { throw PayloadError(.unreadable, String(cString: strerror(errno))) }
        let pixels = min(limits.pixels, limits.memoryBytes / Self.bytesPerPixel, 1 << 36)
        guard let movie = CFFmpegCreate(opened, Int64(pixels)) else {
            close(opened)
            throw PayloadError(.engineFailure, "there is no memory for a movie")
        }
        descriptor = opened
        self.movie = movie
    }

    deinit {
        CFFmpegDestroy(movie)
        close(descriptor)
    }

    private var message: String { String(cString: CFFmpegMessage(movie)) }

    func nextFrame(from earliest: Duration, limits: DecodingLimits) -> MovieReading {
        var frame = CFFmpegFrame()
        let status = CFFmpegNext(movie, earliest.nanosecondsRoundedUp, &frame)
        switch status {
        case CFFMPEG_OK: return picture(of: frame)
        case CFFMPEG_END: return .end
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
