import Decoders
import MetadataOutput
import Testing

@Suite("Samples of TIFFs")
struct TIFFSampleTests {
    /// A picture of 16 × 16 with one grey sample a pixel, all of whose bytes are the same.
    private func tiff(bits: Int, format: Int, byte: UInt8 = 0x40) -> [UInt8] {
        let count = 256 * bits / 8
        // Tag and value (TIFF 6.0): size, bits, compression, photometric, offset, rows a strip, bytes, format.
        let fields = [
            (256, 16), (257, 16), (258, bits), (259, 1), (262, 1), (273, 8), (278, 16), (279, count),
            (339, format),
        ]
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let samples = [UInt8](repeating: byte, count: count)
        let directory =
            little(fields.count, 2)
            + fields.flatMap { little($0, 2) + little(4, 2) + little(1, 4) + little($1, 4) }
        return Array("II".utf8) + little(42, 2) + little(8 + count, 4) + samples + directory + little(0, 4)
    }

    private func frame(_ bytes: [UInt8]) throws(PayloadError) -> Frame {
        try StandardPictureDecoder().frame(from: bytes, limits: .standard)
    }

    @Test(arguments: [(8, 1), (16, 1), (8, 4)]) func wholeNumbersAreRead(bits: Int, format: Int) throws {
        let luma = try frame(tiff(bits: bits, format: format)).luma
        #expect(luma.width == 16 && luma.withBytes { span in span.indices.allSatisfy { span[$0] == 0x40 } })
    }

    /// Nobody is to believe that there is nothing in them.
    @Test(arguments: [
        (8, 2, "TIFF: signed samples are not supported"), (16, 2, "TIFF: signed samples are not supported"),
        (16, 3, "TIFF: Sorry, can not handle images with IEEE floating-point samples"),
        (32, 1, "TIFF: Sorry, can not handle images with 32-bit samples"),
        (32, 3, "TIFF: Sorry, can not handle images with 32-bit samples"),
    ])
    func othersAreRefused(bits: Int, format: Int, message: String) {
        #expect(throws: PayloadError(.undecodable, message)) { try frame(tiff(bits: bits, format: format)) }
    }
}
