import Testing

@testable import Capture

@Suite struct AnimationFramesTests {
    /// A GIF of four pixels a frame: a comment, then a control block before each frame, which has colours of its own.
    private func gif(frames: Int) -> [UInt8] {
        let header = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        // What a comment says is no block.
        let comment: [UInt8] = [0x21, 0xFE, 3, 0x2C, 0x3B, 0x2C, 0]
        let frame: [UInt8] =
            [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0x81]
            + [UInt8](repeating: 0x2C, count: 12) + [2, 2, 0x44, 0x2C, 1, 0x05, 0]
        return header + comment + (0..<frames).flatMap { _ in frame } + [0x3B]
    }

    private func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private func png(_ chunks: [String]) -> [UInt8] {
        [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
            + chunks.flatMap { big(5) + Array($0.utf8) + Array("fcTL!".utf8) + big(0) }
    }

    private func webP(_ chunks: [String]) -> [UInt8] {
        Array("RIFF".utf8) + big(0) + Array("WEBP".utf8)
            + chunks.flatMap { Array($0.utf8) + big(5).reversed() + Array("ANMF!".utf8) + [0] }
    }

    @Test func framesAreCounted() {
        for frames in [1, 2, 5] { #expect(AnimationFrames.count(in: gif(frames: frames)) == frames) }
        #expect(AnimationFrames.count(in: png(["IHDR", "IDAT", "IEND"])) == 1)
        #expect(
            AnimationFrames.count(in: png(["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])) == 2)
        #expect(
            AnimationFrames.count(in: png(["acTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT"])) == 3,
            "the picture itself, which is no frame, and two frames")
        #expect(AnimationFrames.count(in: webP(["VP8 "])) == 1)
        #expect(AnimationFrames.count(in: webP(["VP8X", "ANIM", "ANMF", "ANMF", "ANMF"])) == 3)
        #expect(AnimationFrames.count(in: Array("no animation".utf8)) == 0)
    }

    /// Cut anywhere, and with lengths beyond their ends.
    @Test func damagedOnesHaveNoMore() {
        for whole in [gif(frames: 2), png(["acTL", "fcTL", "IDAT", "fcTL"]), webP(["ANMF", "ANMF"])] {
            for length in whole.indices { #expect(AnimationFrames.count(in: Array(whole[..<length])) <= 2) }
            let wild = whole.prefix(12) + [UInt8](repeating: 0xFF, count: 40)
            #expect(AnimationFrames.count(in: Array(wild)) <= 1)
        }
    }

    @Test func theTallySaysWhatNobodyLooksAt() async throws {
        let folder = try TemporaryFolder()
        for name in ["a.fake", "b.fake"] { try folder.add(name, gif(frames: 3)) }
        let input = CapturePicturesInput(paths: [folder.path], recognizer: FakeDecoder())
        for _ in 0..<2 {
            for await _ in input {}
            #expect(input.tally.furtherFrames == 4 && input.tally.furtherPages == 0)
        }
    }
}
