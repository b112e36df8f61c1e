public import MetadataOutput

/// Decodes every picture format this package knows, recognised by content.
///
/// The first picture of a file that holds several is decoded. A picture whose data ends early is an error, not
/// a half-grey picture; bytes after its end are passed over.
public struct StandardPictureDecoder: PictureDecoder {
    private static var formats: [any PictureFormatDecoder.Type] {
        [
            JPEG.self, PNG.self, WebP.self, GIF.self, HEIF.self, JPEGXL.self, JPEG2000.self, TIFF.self,
            BMP.self,
            PNM.self,
        ]
    }

    /// Makes a decoder.
    public init() {}

    /// Loads now what would be loaded at the first picture of a format, and decodes every picture in this process: for a
    /// process that will not be able to open files or start others, and may be lost.
    package static func prepareForWorker(_ format: EncodedPictureFormat) {
        (formats.first { $0.format == format } as? any ApartPictureDecoder.Type)?.prepareForWorker()
    }

    /// File name extensions of the formats it knows, lower case, without the dot.
    public var fileExtensions: Set<String> { StandardPictureRecognizer().fileExtensions }

    /// Whether a file that begins with these bytes (64 are enough) is of a format it knows.
    public func recognises(prefix: [UInt8]) -> Bool { StandardPictureRecognizer().recognises(prefix: prefix) }

    /// Decodes one picture, upright, to luma.
    ///
    /// Luma has BT.601's weights on the samples as stored; transparency is seen over white, and over black where all
    /// of it would be white.
    ///
    /// - Throws: `.empty`, `.unknownFormat`, `.overLimit` (from the header, before anything is allocated),
    ///   `.undecodable` with the library's own words.
    public func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
        Frame(luma: try format(of: bytes, limits: limits).decode(bytes, limits: limits).upright)
    }

    /// Looks at a picture before it is decoded.
    func format(
        of bytes: [UInt8], limits: DecodingLimits
    ) throws(PayloadError) -> any PictureFormatDecoder.Type {
        guard !bytes.isEmpty else { throw PayloadError(.empty, "no bytes") }
        guard bytes.count <= limits.fileBytes else {
            throw PayloadError(
                .overLimit, "\(bytes.count) bytes exceed the limit of \(limits.fileBytes)")
        }
        guard let format = Self.format(of: bytes) else {
            throw ForeignFormat.error(ofPrefix: Array(bytes.prefix(512)))
        }
        return format
    }

    /// The format of some bytes, by their content; nil if it is none known here.
    static func format(of bytes: [UInt8]) -> (any PictureFormatDecoder.Type)? {
        let format = EncodedPictureFormat(prefix: bytes)
        return formats.first { $0.format == format }
    }
}
