public import MetadataOutput

/// Reads movies by FFmpeg's libraries, which are opened at the first one and may be missing: MP4 and QuickTime, Matroska and WebM,
/// AVI, MPEG's streams, Flash, Ogg, Windows Media and NUT, with every codec that Debian's FFmpeg decodes.
///
/// The first video in a file is read, on one thread.
public struct StandardMovieDecoder: MovieDecoder {
    /// Makes a decoder.
    public init() {}

    /// Opens the libraries, if they are not open, and a file; nothing of it is read yet.
    ///
    /// - Throws: `.engineFailure` if FFmpeg's libraries cannot be opened, `.unreadable` if the file cannot.
    public func movie(
        at path: [UInt8], limits: DecodingLimits
    ) throws(PayloadError) -> any MovieReader {
        try FFmpegMovie(path: path, limits: limits)
    }

    /// Opens the libraries, if they are not open; nothing is read yet.
    ///
    /// - Throws: `.engineFailure` if FFmpeg's libraries cannot be opened.
    public func movie(
        from descriptor: Int32, limits: DecodingLimits
    ) throws(PayloadError) -> any MovieReader {
        try FFmpegMovie(descriptor: descriptor, limits: limits)
    }
}
