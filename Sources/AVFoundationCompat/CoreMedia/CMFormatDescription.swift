/// Four characters as a number, the first in the highest byte.
public typealias FourCharCode = UInt32
/// Four characters that name a kind of thing.
public typealias OSType = FourCharCode
/// What a kind of media is, by four characters.
public typealias CMMediaType = FourCharCode

/// Width and height of pictures in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// Makes dimensions of nothing.
    public init() { self.init(width: 0, height: 0) }

    /// Makes dimensions.
    public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// What the pictures of a format are.
public final class CMFormatDescription: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of media that there are.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// Four characters.
        public let rawValue: CMMediaType

        /// Makes a kind of media.
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        /// Pictures.
        public static let video = Self(rawValue: FourCharCode(fourCharacters: "vide"))
        /// Sound.
        public static let audio = Self(rawValue: FourCharCode(fourCharacters: "soun"))
        /// What was found in pictures.
        public static let metadata = Self(rawValue: FourCharCode(fourCharacters: "meta"))
    }

    /// How samples are kept.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// Four characters.
        public let rawValue: FourCharCode

        /// Makes a way to keep samples.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
    }

    /// Pictures.
    public let mediaType: MediaType = .video
    /// How the camera keeps samples: its own four characters (`YUYV`, `MJPG`), of delivered pictures Apple's.
    public let mediaSubType: MediaSubType
    /// Size of the pictures.
    public let dimensions: CMVideoDimensions

    init(subType: FourCharCode, width: Int, height: Int) {
        mediaSubType = MediaSubType(rawValue: subType)
        dimensions = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
    }

    /// Whether both say the same.
    public static func == (one: CMFormatDescription, other: CMFormatDescription) -> Bool {
        one.mediaSubType == other.mediaSubType && one.dimensions == other.dimensions
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
    }

    /// Such as `YUYV 640x480`.
    public var description: String {
        "\(mediaSubType.rawValue.characters) \(dimensions.width)x\(dimensions.height)"
    }
}

/// The same; older code calls it so.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Size of the pictures.
public func CMVideoFormatDescriptionGetDimensions(_ description: CMFormatDescription) -> CMVideoDimensions {
    description.dimensions
}

/// How samples are kept.
public func CMFormatDescriptionGetMediaSubType(_ description: CMFormatDescription) -> FourCharCode {
    description.mediaSubType.rawValue
}

/// What kind of media it is.
public func CMFormatDescriptionGetMediaType(_ description: CMFormatDescription) -> CMMediaType {
    description.mediaType.rawValue
}

extension FourCharCode {
    /// The code of four ASCII characters.
    init(fourCharacters characters: StaticString) {
        self = characters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The four characters.
    var characters: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - $0 * 8)) }, as: UTF8.self)
    }
}
