import Foundation
import MediaFiles
import MetadataOutput

/// Makes the frames of one clip of those that are kept, one after the other.
struct ClipFrameMaker {
    private let stills: any StillMaker
    private let quality: Int
    private let codec: MovieVideoCodec?
    private var hardware: HardwareMovieEncoder?
    private var encoder: MovieEncoder?
    /// Whether the machine's encoder has made some of the clip.
    private var hasBegun = false

    /// - Parameters:
    ///   - quality: Of JPEGs that are encoded anew, as libjpeg counts it.
    ///   - codec: Nil for what is kept.
    ///   - hardware: What the machine encodes with; nil for nothing.
    ///   - frameRate: Pictures a second, more or less.
    init(
        _ stills: any StillMaker, quality: Int, codec: MovieVideoCodec?, hardware: HardwareEncoders? = nil,
        frameRate: Double = 30
    ) {
        (self.stills, self.quality, self.codec) = (stills, quality, codec)
        guard codec == .h264, let hardware, !hardware.paths().isEmpty else { return }
        self.hardware = HardwareMovieEncoder(hardware, stills: stills, frameRate: frameRate)
    }

    /// Makes frames, which may be those of earlier ones; one of which nothing is hidden, cut or to be encoded anew is as it came.
    ///
    /// - Parameter faces: What else nobody is to see.
    /// - Throws: ``CaptureError/Code/unsupported`` if nothing can be made of it, as of a camera's H.264;
    ///   ``CaptureError/Code/decodeFailed`` if it is damaged or could not be encoded.
    mutating func frames(
        of frame: ClipFrame, hiding faces: [HiddenRegion]
    ) throws(CaptureError) -> MadeFrames {
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
            return MadeFrames(frames: [frame.movie])
        }
        if isAsItIs, codec != .h264 { return MadeFrames(frames: [frame.movie]) }
        var request = StillRequest(.jpeg(frame.movie.bytes), views: [StillView(quality: quality)])
        (request.part, request.hidden) = (frame.part, hidden)
        request.isEnlarged = true
        if codec == .h264 {
            if let made = try hardware?.add(request, at: frame.time) { return try checked(made) }
            return MadeFrames(frames: [try encoded(request, at: frame.time)])
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
        return MadeFrames(frames: [
            MovieFrame(bytes: file.frame, width: file.width, height: file.height, time: frame.time)
        ])
    }

    /// Waits for frames that an encoder still has.
    mutating func finish() throws(CaptureError) -> MadeFrames {
        guard let made = hardware?.finish() else { return MadeFrames() }
        return try checked(made)
    }

    /// A clip is one file: where the machine's encoder has failed after its first frames, it ends, and before them another one
    /// encodes it.
    private mutating func checked(_ made: MadeFrames) throws(CaptureError) -> MadeFrames {
        var made = made
        guard let failure = made.failure else {
            hasBegun = hasBegun || !made.frames.isEmpty
            return made
        }
        hardware = nil
        guard !hasBegun, made.frames.isEmpty else { throw CaptureError(.unsupported, failure) }
        for picture in made.rest { made.frames.append(try encoded(picture.picture, at: picture.time)) }
        made.rest = []
        return made
    }

    private mutating func encoded(
        _ request: StillRequest, at time: Duration
    ) throws(CaptureError) -> MovieFrame {
        var current: MovieEncoder
        if let encoder { current = encoder } else { current = try MovieEncoder(stills) }
        defer { encoder = current }
        return try current.frame(request, at: time)
    }
}
