import MetadataOutput

/// What of a picture's colours is decoded. Luma, red and blue are all that chroma is made of.
enum PictureChannel {
    case luma, red, blue

    /// What each colour adds to it.
    var weights: Luma.Weights {
        switch self {
        case .luma: .luma
        case .red: Luma.Weights(red: 65536, green: 0, blue: 0)
        case .blue: Luma.Weights(red: 0, green: 0, blue: 65536)
        }
    }
}

/// A format of which other channels than luma can be decoded too.
protocol ColourFormatDecoder: PictureFormatDecoder {
    /// Decodes a channel of bytes of this format, limits on the header checked before anything grows with the picture.
    ///
    /// - Parameter ground: What is seen where the picture is transparent.
    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground, of channel: PictureChannel
    ) throws(PayloadError) -> StoredPicture
}

extension ColourFormatDecoder {
    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground
    ) throws(PayloadError) -> StoredPicture {
        try decode(bytes, limits: limits, on: ground, of: .luma)
    }
}
