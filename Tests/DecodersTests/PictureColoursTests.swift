import Glibc
import MetadataOutput
import Testing

@testable import Decoders

@Suite("Colours of what cameras may give beside JPEGs")
struct PictureColoursTests {
    private static let pictures = TestPicture.all.filter {
        !$0.isDecodedByAChild && !$0.name.hasSuffix("jpg")
    }

    private func picture(_ picture: TestPicture, limits: DecodingLimits = .standard) throws -> (
        frame: Frame, colors: FrameColors?
    ) {
        try StandardPictureDecoder().picture(from: picture.bytes, limits: limits, includingColors: true)
    }

    @Test("Upright, over white, for two by two pixels", arguments: pictures)
    func chroma(of picture: TestPicture) throws {
        let (frame, colors) = try self.picture(picture)
        let (blue, red) = (try #require(colors).blue, try #require(colors).red)
        #expect(colors?.matrix == .bt601)
        try #require((blue.width, blue.height) == (16, 12) && (red.width, red.height) == (16, 12))
        let luma = try StandardPictureDecoder().frame(from: picture.bytes, limits: .standard).luma
        let count = luma.width * luma.height
        #expect(
            frame.luma.withUnsafeSamples { mine in luma.withUnsafeSamples { memcmp(mine, $0, count) } } == 0)
        var worst = 0.0
        for y in 0..<12 {
            for x in 0..<16 {
                // Encoders that lose something lose it at the edges of blocks.
                guard !picture.isLossy || (1...2).contains(x % 4) && (1...2).contains(y % 4) else { continue }
                let block = y / 4 * 4 + x / 4
                let (colour, grey) = (picture.pattern.colours[block], picture.pattern.blocks[block])
                for (plane, level, weight) in [(blue, colour.z, 0.114), (red, colour.x, 0.299)] {
                    let expected = min(max(128 + (level - grey) / (2 * (1 - weight)), 0), 255)
                    let found = plane.withBytes { Double($0[y * 16 + x]) }
                    worst = max(worst, abs(found - expected))
                }
            }
        }
        #expect(worst <= (picture.isLossy ? 5 : 1.5))
    }

    @Test("JPEGs are decoded by who wants them in colour")
    func notOfJPEGs() throws {
        for picture in TestPicture.all where picture.name == "rgb.jpg" {
            #expect(try self.picture(picture).colors == nil)
        }
    }

    @Test("A picture whose colours cost too much is grey")
    func limits() throws {
        let picture = try #require(Self.pictures.first { $0.name == "rgb-8.png" })
        let pixels = PicturePattern.width * PicturePattern.height
        let limits = DecodingLimits(memoryBytes: pixels * 3 / 2)
        #expect(try self.picture(picture, limits: limits).colors == nil)
    }
}
