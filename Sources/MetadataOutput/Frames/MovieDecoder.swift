/// Opens movies: files of pictures that have times.
public protocol MovieDecoder: Sendable {
    /// Begins with a movie, whose frames are read from its file as they are asked for.
    ///
    /// - Parameters:
    ///   - path: Of a file that can be sought in, in the file system's own bytes.
    ///   - limits: What one of its pictures may cost. The file's size does not matter.
    /// - Throws: ``PayloadError`` if there is nobody who could read it. What is wrong with the file shows at its first frame.
    func movie(at path: [UInt8], limits: DecodingLimits) throws(PayloadError) -> any MovieReader
}

/// A movie from its beginning to its end; asked by one thread at a time.
public protocol MovieReader: Sendable {
    /// The next frame that is shown at a time, counted from the movie's beginning, or later. Those before are passed over.
    ///
    /// Blocks while it decodes.
    func nextFrame(from earliest: Duration) -> MovieReading
}

/// What a movie gives next.
public enum MovieReading: Sendable {
    /// A frame, upright, with its time from the movie's beginning and its number among all its frames, from 0.
    case frame(Frame, number: Int)
    /// The frame of this number, at about this time, cannot be decoded, or not as a whole; the next may be.
    case lost(PayloadError, number: Int, time: Duration)
    /// There are no more.
    case end
    /// There may be more, and they cannot be read. Nothing follows.
    case failed(PayloadError)
}
