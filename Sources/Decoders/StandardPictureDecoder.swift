public import MetadataOutput

/// Decodes every picture format this package knows, recognised by content.
public struct StandardPictureDecoder: PictureDecoder {
    /// Makes a decoder.
    public init() {}

    /// File name extensions of the formats it knows, lower case, without the dot.
    public var fileExtensions: Set<String> { [] }

    /// Whether a file that begins with these bytes (64 are enough) is of a format it knows.
    public func recognises(prefix: [UInt8]) -> Bool { false }

    /// Decodes one picture, upright, to luma.
    public func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
        throw PayloadError(.unknownFormat, "not a picture")
    }
}
