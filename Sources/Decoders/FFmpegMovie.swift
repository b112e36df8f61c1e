import MetadataOutput
import Synchronization

/// A movie that FFmpeg reads.
final class FFmpegMovie: MovieReader {
    private let video: Mutex<FFmpegVideo>

    init(path: [UInt8], limits: DecodingLimits) throws(PayloadError) {
        video = Mutex(try FFmpegVideo(path: path, limits: limits))
    }

    func nextFrame(from earliest: Duration) -> MovieReading {
        // A file does not wait for anything.
        video.withLock { $0.nextFrame(from: earliest) } ?? .end
    }
}
