import Foundation
import MediaFiles
import MetadataOutput

/// A frame as it is in a movie.
struct MovieFrame: Sendable {
    var codec = MovieDescription.Codec.motionJPEG
    var bytes: [UInt8]
    /// In pixels.
    var width: Int
    var height: Int
    /// When it was taken.
    var time: Duration
    /// Whether it needs no other to be decoded.
    var isKeyFrame = true
}

/// Makes frames of movies of the pictures that come from a camera, one after the other.
struct MovieFrameMaker: Sendable {
    private let stills: any StillMaker
    private let quality: Int
    private let codec: MovieVideoCodec?
    private var video = H264Reader()
    /// Made with the first frame that needs it: that may take a worker's start.
    private var encoder: MovieEncoder?

    /// - Parameters:
    ///   - quality: Of JPEGs that are encoded here, as libjpeg counts it.
    ///   - codec: Nil for what the camera sends, and JPEG where that is neither.
    init(_ stills: any StillMaker, quality: Int, codec: MovieVideoCodec? = nil) {
        (self.stills, self.quality, self.codec) = (stills, quality, codec)
    }

    /// Something before the next picture is not in the movie.
    mutating func startAnew() {
        video.startAnew()
        encoder?.startAnew()
    }

    /// Makes a frame: of a camera's JPEG or H.264 with not a bit of the picture changed, unless something is to be hidden
    /// or cut, or the movie is to be something else.
    ///
    /// - Returns: nil if there is no picture in the buffer.
    /// - Throws: ``CaptureError/Code/decodeFailed`` if the picture is damaged or needs others that are missing,
    ///   ``CaptureError/Code/unsupported`` if nothing can be made of the camera's format.
    mutating func frame(of buffer: CaptureBuffer) throws(CaptureError) -> MovieFrame? {
        guard let shown = buffer.contents.shown else { throw Self.unsupported }
        let isWhole = buffer.zoom.part == CGRect(x: 0, y: 0, width: 1, height: 1)
        let isAsItIs = isWhole && buffer.hiddenRegions.isEmpty
        if LumaLayout(shown.format.pixelFormat) == .video {
            guard codec != .jpeg else {
                throw CaptureError(.unsupported, "no JPEGs are made of a camera's H.264")
            }
            guard isAsItIs else {
                throw CaptureError(
                    .unsupported, "nothing can be hidden in a camera's H.264, or cut out of it")
            }
            switch video.read(shown, of: buffer) {
            case .frame(let frame): return frame
            case .nothing: return nil
            case .unusable:
                throw CaptureError(.decodeFailed, "the frame needs others that are missing")
            }
        }
        guard let source = shown.stillSource else { throw Self.unsupported }
        var request = StillRequest(source, views: [StillView(quality: quality)])
        (request.part, request.hidden) = (buffer.zoom.part, buffer.hiddenRegions)
        if codec == .h264 { return try encoded(request, at: buffer.time) }
        var bytes = shown.bytes
        if case .jpeg = source, isAsItIs {
            // It is one already.
        } else {
            do throws(PayloadError) {
                bytes = try stills.stills(request).stills.first?.bytes ?? []
            } catch {
                throw CaptureError(.decodeFailed, error.message)
            }
        }
        guard let file = JPEGFile(bytes) else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        return MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: buffer.time)
    }

    private mutating func encoded(
        _ request: StillRequest, at time: Duration
    ) throws(CaptureError) -> MovieFrame {
        var current: MovieEncoder
        if let encoder { current = encoder } else { current = try MovieEncoder(stills) }
        defer { encoder = current }
        return try current.frame(request, at: time)
    }

    private static let unsupported = CaptureError(
        .unsupported, "nothing can be recorded of the camera's pictures")
}
