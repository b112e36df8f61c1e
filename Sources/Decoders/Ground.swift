import MetadataOutput

/// What is seen where a picture is transparent.
enum Ground {
    case white, black

    /// Its luma.
    @inline(__always) var luma: UInt8 { self == .white ? 255 : 0 }
}

extension PictureFormatDecoder {
    /// Decodes a picture on a ground that it shows on: white, and black for what is white as a whole on that, as designers draw
    /// it for dark pages. Without alpha, and where anything shows on white, that is no question.
    static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> StoredPicture {
        try decodeOnGround(bytes, limits: limits).picture
    }

    /// The same, and which ground that is.
    static func decodeOnGround(
        _ bytes: [UInt8], limits: DecodingLimits
    ) throws(PayloadError) -> (picture: StoredPicture, ground: Ground) {
        let onWhite = try decode(bytes, limits: limits, on: .white)
        guard onWhite.hasAlpha, onWhite.luma.isBlank else { return (onWhite, .white) }
        let onBlack = try decode(bytes, limits: limits, on: .black)
        return onBlack.luma.isBlank ? (onWhite, .white) : (onBlack, .black)
    }
}

extension Plane {
    /// The largest difference at which nothing shows: what lossy formats make of one colour. Codes are read from eight levels on,
    /// where all else is as it should be.
    private static let faintest = 4

    /// Whether nothing shows.
    fileprivate var isBlank: Bool {
        withUnsafeSamples { samples in
            var (least, greatest) = (UInt8.max, UInt8.min)
            for y in 0..<height {
                let row = samples + y * bytesPerRow
                for x in 0..<width {
                    least = min(least, row[x])
                    greatest = max(greatest, row[x])
                }
                if Int(greatest) - Int(least) > Self.faintest { return false }
            }
            return true
        }
    }
}
