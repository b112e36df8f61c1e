import MediaFiles

/// Makes frames of movies of what a camera sends as H.264, which stays as it is.
///
/// A movie and what follows a gap begin with a key frame: without it, what comes up to the next one is noise.
struct H264Reader: Sendable {
    private var parameters = H264Parameters()
    private var lastSequenceNumber: Int?
    private var needsKeyFrame = true

    /// What a buffer is to a movie.
    enum Outcome {
        case frame(MovieFrame)
        /// A picture that cannot be shown without others that are missing.
        case unusable
        /// No picture: parameters alone.
        case nothing
    }

    /// Something before the next buffer is not in the movie.
    mutating func startAnew() { needsKeyFrame = true }

    /// Reads a buffer.
    mutating func read(_ picture: CaptureBuffer.Picture, of buffer: CaptureBuffer) -> Outcome {
        let units = H264Units(picture.bytes)
        parameters.take(units)
        if let lastSequenceNumber, buffer.sequenceNumber != lastSequenceNumber + 1 { startAnew() }
        lastSequenceNumber = buffer.sequenceNumber
        guard units.hasPicture else { return .nothing }
        guard parameters.areComplete, units.isKeyFrame || !needsKeyFrame else { return .unusable }
        needsKeyFrame = false
        return .frame(
            MovieFrame(
                codec: .h264(parameters), bytes: units.sample, width: picture.format.width,
                height: picture.format.height, time: buffer.time, isKeyFrame: units.isKeyFrame))
    }
}
