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
    /// When it was taken. Frames are in the order of these times, which is that of decoding.
    var time: Duration
    /// How much later than that it is to be seen, where frames are shown in another order.
    var delay = Duration.zero
    /// Whether it needs no other to be decoded.
    var isKeyFrame = true
}

/// Makes frames of movies of the pictures that come from a camera, one after the other.
///
/// A camera's JPEGs and H.264 stay what they are. Other pictures, and all if H.264 is asked for, are encoded in it by the machine's
/// own encoder. Where there is none, or it fails, H.264 is made by a library, and only if it is asked for; else they become JPEGs.
struct MovieFrameMaker: Sendable {
    private let stills: any StillMaker
    private let quality: Int
    private let codec: MovieVideoCodec?
    private var sizes = JPEGSizes()
    private var video = H264Reader()
    private var hardware: HardwareMovieEncoder?
    /// Made with the first frame that needs it: that may take a worker's start.
    private var encoder: MovieEncoder?

    /// - Parameters:
    ///   - quality: Of JPEGs that are encoded here, as libjpeg counts it.
    ///   - codec: Nil for what the camera sends, and for H.264 or JPEG where that is neither.
    ///   - hardware: What the machine encodes with; nil for nothing.
    ///   - frameRate: Pictures a second, more or less.
    init(
        _ stills: any StillMaker, quality: Int, codec: MovieVideoCodec? = nil,
        hardware: HardwareEncoders? = nil, frameRate: Double = 30
    ) {
        (self.stills, self.quality, self.codec) = (stills, quality, codec)
        guard codec != .jpeg, let hardware, !hardware.paths().isEmpty else { return }
        self.hardware = HardwareMovieEncoder(hardware, stills: stills, frameRate: frameRate)
    }

    /// Something before the next picture is not in the movie.
    mutating func startAnew() {
        video.startAnew()
        hardware?.startAnew()
        encoder?.startAnew()
    }

    /// Makes frames: of a camera's JPEG or H.264 with not a bit of the picture changed, unless something is to be hidden
    /// or cut, or the movie is to be something else.
    ///
    /// - Throws: ``CaptureError/Code/decodeFailed`` if the picture is damaged or needs others that are missing,
    ///   ``CaptureError/Code/unsupported`` if nothing can be made of the camera's format.
    mutating func frames(of buffer: CaptureBuffer) throws(CaptureError) -> MadeFrames {
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
            case .frame(let frame): return MadeFrames(frames: [frame])
            case .nothing: return MadeFrames()
            case .unusable:
                throw CaptureError(.decodeFailed, "the frame needs others that are missing")
            }
        }
        guard let source = shown.stillSource else { throw Self.unsupported }
        var request = StillRequest(source, views: [StillView(quality: quality)])
        (request.part, request.hidden) = (buffer.zoom.part, buffer.hiddenRegions)
        // A movie's frames are all of one size.
        request.isEnlarged = true
        if case .jpeg = source {
            let file = JPEGFile(shown.bytes)
            if let file, !sizes.believes(width: file.width, height: file.height, of: shown.format) {
                throw CaptureError(.decodeFailed, "the camera's picture says that it has another size")
            }
            if codec != .h264 {
                let picture = isAsItIs ? file : JPEGFile(try jpeg(request))
                return MadeFrames(frames: [try frame(jpeg: picture, at: buffer.time)])
            }
        }
        return try encoded(request, at: buffer.time)
    }

    /// Waits for frames that an encoder still has, as when no pictures come for a while.
    mutating func finish() -> MadeFrames {
        guard let made = hardware?.finish() else { return MadeFrames() }
        return made.failure == nil ? made : encodedOtherwise(made)
    }

    // MARK: - Encoding

    private mutating func encoded(
        _ request: StillRequest, at time: Duration
    ) throws(CaptureError) -> MadeFrames {
        if let made = try hardware?.add(request, at: time) {
            return made.failure == nil ? made : encodedOtherwise(made)
        }
        return MadeFrames(frames: [try encodedHere(request, at: time)])
    }

    /// Has what the machine's encoder left encoded by the next one.
    private mutating func encodedOtherwise(_ made: MadeFrames) -> MadeFrames {
        var made = made
        hardware = nil
        for picture in made.rest {
            if let frame = try? encodedHere(picture.picture, at: picture.time) {
                made.frames.append(frame)
            } else {
                made.missingCount += 1
            }
        }
        made.rest = []
        return made
    }

    private mutating func encodedHere(
        _ request: StillRequest, at time: Duration
    ) throws(CaptureError) -> MovieFrame {
        guard codec == .h264 else { return try frame(jpeg: JPEGFile(jpeg(request)), at: time) }
        var current: MovieEncoder
        if let encoder { current = encoder } else { current = try MovieEncoder(stills) }
        defer { encoder = current }
        return try current.frame(request, at: time)
    }

    private func jpeg(_ request: StillRequest) throws(CaptureError) -> [UInt8] {
        do throws(PayloadError) {
            return try stills.stills(request).stills.first?.bytes ?? []
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
    }

    private func frame(jpeg file: JPEGFile?, at time: Duration) throws(CaptureError) -> MovieFrame {
        guard let file else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        return MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: time)
    }

    private static let unsupported = CaptureError(
        .unsupported, "nothing can be recorded of the camera's pictures")
}
