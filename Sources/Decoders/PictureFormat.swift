import MetadataOutput

/// One format of encoded pictures. A new format is a file that conforms and a line in ``StandardPictureDecoder``.
protocol PictureFormat {
    /// What error messages call it.
    static var name: String { get }

    /// File name extensions, lower case, without the dot.
    static var fileExtensions: Set<String> { get }

    /// Whether bytes that begin like this (64 are enough) are of this format.
    static func recognises(_ prefix: [UInt8]) -> Bool

    /// Decodes bytes it recognised, limits on the header checked before anything grows with the picture.
    static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> StoredPicture
}

/// A picture as its file stores it.
struct StoredPicture {
    let luma: Plane
    /// What must be done to the rows to see the picture as its maker meant it.
    let orientation: Orientation
}

extension PictureFormat {
    /// A damaged or unsupported picture; the message begins with the format's name.
    static func undecodable(_ message: String) -> PayloadError {
        PayloadError(.undecodable, "\(name): \(message)")
    }
}
