/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Four characters, such as `vide`.
    public let rawValue: String

    /// Makes a media type of four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a media type of four characters.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = Self("vide")
    /// Sound. No device here gives any.
    public static let audio = Self("soun")
    /// What was found in pictures: faces, codes.
    public static let metadataObject = Self("mobj")
    /// Timed metadata.
    public static let metadata = Self("meta")
    /// Pictures and sound in one stream.
    public static let muxed = Self("muxx")
    /// Distances. No device here gives any.
    public static let depthData = Self("dpth")
    /// Text.
    public static let text = Self("text")
    /// Subtitles.
    public static let subtitle = Self("sbtl")
    /// Closed captions.
    public static let closedCaption = Self("clcp")
    /// Time codes.
    public static let timecode = Self("tmcd")
}
