import MetadataOutput
import Synchronization

/// A movie that FFmpeg reads.
final class FFmpegMovie: MovieReader {
    private let video: Mutex<FFmpegVideo>

    init(path: [UInt8], limits: DecodingLimits) throws(PayloadError) {
        video = Mutex(try FFmpegVideo(path: path, limits: limits))
    }

    init(descriptor: Int32, limits: DecodingLimits) throws(PayloadError) {
        video = Mutex(try FFmpegVideo(descriptor: descriptor, limits: limits))
    }

    func nextFrame(from earliest: Duration) -> MovieReading {
        // A file does not wait for anything.
        video.withLock { $0.nextFrame(from: earliest) } ?? .end
    }
}
