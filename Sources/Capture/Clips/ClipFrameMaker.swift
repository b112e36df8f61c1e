import Foundation
import MediaFiles
import MetadataOutput

/// Makes the frames of one clip of those that are kept, one after the other.
struct ClipFrameMaker {
    private let stills: any StillMaker
    private let quality: Int
    private let codec: MovieVideoCodec?
    private var encoder: MovieEncoder?

    /// - Parameters:
    ///   - quality: Of JPEGs that are encoded anew, as libjpeg counts it.
    ///   - codec: Nil for what is kept.
    init(_ stills: any StillMaker, quality: Int, codec: MovieVideoCodec?) {
        (self.stills, self.quality, self.codec) = (stills, quality, codec)
    }

    /// Makes a frame; one of which nothing is hidden, cut or to be encoded anew is as it came.
    ///
    /// - Parameter faces: What else nobody is to see.
    /// - Throws: ``CaptureError/Code/unsupported`` if nothing can be made of it, as of a camera's H.264;
    ///   ``CaptureError/Code/decodeFailed`` if it is damaged or could not be encoded.
    mutating func frame(of frame: ClipFrame, hiding faces: [HiddenRegion]) throws(CaptureError) -> MovieFrame
    {
        let hidden = frame.hidden + faces
        let isWhole = frame.part == CGRect(x: 0, y: 0, width: 1, height: 1)
        let isAsItIs = isWhole && hidden.isEmpty
        guard frame.movie.codec == .motionJPEG else {
            guard codec != .jpeg else {
                throw CaptureError(.unsupported, "no JPEGs are made of a camera's H.264")
            }
            guard isAsItIs else {
                throw CaptureError(
                    .unsupported, "nothing can be hidden in a camera's H.264, or cut out of it")
            }
            return frame.movie
        }
        if isAsItIs, codec != .h264 { return frame.movie }
        var request = StillRequest(.jpeg(frame.movie.bytes), views: [StillView(quality: quality)])
        (request.part, request.hidden) = (frame.part, hidden)
        if codec == .h264 {
            var current: MovieEncoder
            if let encoder { current = encoder } else { current = try MovieEncoder(stills) }
            defer { encoder = current }
            return try current.frame(request, at: frame.time)
        }
        let made: [UInt8]
        do throws(PayloadError) {
            made = try stills.stills(request).stills.first?.bytes ?? []
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
        guard let file = JPEGFile(made) else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        return MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: frame.time)
    }
}
