import Decoders
import MetadataOutput
import Testing

@Suite("Every format, depth and feature")
struct PictureTests {
    @Test("All of them are here")
    func count() {
        #expect(TestPicture.all.count > 240)
    }

    @Test("Upright, in BT.601's luma, over white", arguments: TestPicture.all)
    func luma(picture: TestPicture) throws {
        let bytes = try picture.bytes
        let decoder = StandardPictureDecoder()
        #expect(decoder.recognises(prefix: Array(bytes.prefix(64))))
        let plane = try decoder.frame(from: bytes, limits: .standard).luma
        try #require(plane.width == PicturePattern.width && plane.height == PicturePattern.height)
        let side = PicturePattern.blockSide
        var worst = 0.0
        plane.withBytes { samples in
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    // Encoders that lose something lose it at the edges of blocks.
                    let isInside = (2..<6).contains(x % side) && (2..<6).contains(y % side)
                    guard isInside || !picture.isLossy else { continue }
                    let expected = picture.pattern.blocks[y / side * 4 + x / side]
                    worst = max(worst, abs(Double(samples[y * plane.bytesPerRow + x]) - expected))
                }
            }
        }
        #expect(worst <= (picture.isLossy ? 4 : 1))
    }
}
