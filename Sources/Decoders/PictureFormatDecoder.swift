import MetadataOutput

/// One format of encoded pictures. A new format is a case of `EncodedPictureFormat`, a file that
/// conforms, and a line in ``StandardPictureDecoder``.
protocol PictureFormatDecoder {
    /// Which one.
    static var format: EncodedPictureFormat { get }

    /// Decodes bytes of this format, limits on the header checked before anything grows with the picture.
    ///
    /// - Parameter ground: What is seen where the picture is transparent.
    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground
    ) throws(PayloadError) -> StoredPicture

    /// A picture that was decoded as bytes that every browser shows as it was decoded, and that hold nothing which
    /// decoding does not need; nil where the format, or this kind of it, is not shown, and by default.
    static func shown(_ bytes: [UInt8]) -> ShownPicture?
}

/// A picture as its file stores it.
struct StoredPicture {
    let luma: Plane
    /// What must be done to the rows to see the picture as its maker meant it.
    let orientation: PictureOrientation
    /// Whether another ground might make another picture.
    var hasAlpha = false
}

/// A picture as browsers show it; if they were to turn it, its bytes must not say so.
struct ShownPicture {
    let mediaType: String
    let bytes: [UInt8]
    var orientation = PictureOrientation.up
}

extension PictureFormatDecoder {
    static func shown(_ bytes: [UInt8]) -> ShownPicture? { nil }

    /// A damaged or unsupported picture; the message begins with the format's name.
    static func undecodable(_ message: String) -> PayloadError {
        PayloadError(.undecodable, "\(format.rawValue): \(message)")
    }
}
