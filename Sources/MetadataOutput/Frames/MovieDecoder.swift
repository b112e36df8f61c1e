/// Opens movies: files of pictures that have times.
public protocol MovieDecoder: Sendable {
    /// Begins with a movie, whose frames are read from its file as they are asked for.
    ///
    /// - Parameters:
    ///   - path: Of a file that can be sought in, in the file system's own bytes.
    ///   - limits: What one of its pictures may cost. The file's size does not matter.
    /// - Throws: ``PayloadError`` if there is nobody who could read it. What is wrong with the file shows at its first frame.
    func movie(at path: [UInt8], limits: DecodingLimits) throws(PayloadError) -> any MovieReader

    /// Begins with a movie that is read in one go as it comes, such as standard input, and waits where nothing has come yet.
    ///
    /// - Parameters:
    ///   - descriptor: Open for reading; it stays the caller's, who leaves it open as long as there is the reader. One of a file
    ///     that can be sought in may be read as files are.
    ///   - limits: What one of its pictures may cost.
    /// - Throws: ``PayloadError`` if there is nobody who could read it. What is wrong with the movie shows at its first frame.
    func movie(from descriptor: Int32, limits: DecodingLimits) throws(PayloadError) -> any MovieReader
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
    /// Many frames were passed over, and none that is wanted has come yet: ask again. No question takes long that way.
    case passed
    /// The frame of this number, at about this time, cannot be decoded, or not as a whole; the next may be.
    case lost(PayloadError, number: Int, time: Duration)
    /// There are no more.
    case end
    /// There may be more, and they cannot be read. Nothing follows.
    case failed(PayloadError)
}
