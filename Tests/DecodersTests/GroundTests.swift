import MetadataOutput
import Testing

@testable import Decoders

/// Pictures that are white as a whole on white, and what else has alpha.
@Suite struct GroundTests {
    /// Pixels of luma and alpha, in a row.
    private enum Row: PictureFormatDecoder {
        static let format = EncodedPictureFormat.png

        static func decode(
            _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground
        ) throws(PayloadError) -> StoredPicture {
            var samples = [UInt8](repeating: 0, count: bytes.count / 2)
            Luma.convert(.greyAlpha, from: bytes, to: &samples, count: samples.count, on: ground)
            return StoredPicture(
                luma: Plane(width: samples.count, height: 1, samples: samples), orientation: .up,
                hasAlpha: true)
        }
    }

    private func seen(_ pixels: [UInt8]) throws -> [UInt8] {
        let luma = try Row.decode(pixels, limits: .standard).luma
        return luma.withBytes { bytes in (0..<luma.width).map { bytes[$0] } }
    }

    @Test func whatIsWhiteOnATransparentGroundIsSeenOnBlack() throws {
        #expect(try seen([255, 255, 255, 0, 255, 128, 0, 0]) == [255, 0, 128, 0])
        // As lossy formats have it.
        #expect(try seen([254, 255, 252, 255, 255, 0]) == [254, 252, 0])
    }

    @Test func whatShowsOnWhiteIsSeenOnIt() throws {
        #expect(try seen([0, 255, 0, 0, 0, 128, 255, 255]) == [0, 255, 127, 255])
        // However little it is, if a code could be read from it.
        #expect(try seen([247, 255, 255, 255, 255, 0]) == [247, 255, 255])
    }

    @Test func whatShowsOnNeitherIsWhite() throws {
        #expect(try seen([255, 0, 0, 0, 90, 0]) == [255, 255, 255])
        #expect(try seen([255, 255, 255, 255]) == [255, 255])
    }
}
