import MetadataOutput

/// Knows files that begin with `P`, by the extension `fake`; the second byte is the picture's width.
struct FakeDecoder: PictureDecoder {
    static let signature: [UInt8] = [UInt8(ascii: "P"), 1]

    var fileExtensions: Set<String> { ["fake"] }

    func recognises(prefix: [UInt8]) -> Bool { prefix.first == Self.signature[0] }

    func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
        guard recognises(prefix: bytes) else { throw PayloadError(.unknownFormat, "no P") }
        let width = Int(bytes[1])
        return Frame(luma: Plane(width: width, height: 1, samples: Array(repeating: 0, count: width)))
    }
}
