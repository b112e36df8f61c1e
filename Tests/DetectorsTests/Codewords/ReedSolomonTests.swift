import Testing

@testable import Detectors

@Suite struct ReedSolomonTests {
    /// The example of ISO/IEC 18004 annex I: "01234567" in version 1-M, data and corrections.
    private static let block: [UInt8] = [
        0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
    ]

    @Test func aBlockWithoutErrorsIsItself() {
        #expect(ReedSolomon.corrected(Self.block, corrections: 10) == Self.block)
    }

    /// Any codewords, any damage, up to half of the corrections.
    @Test(arguments: 1...5) func asManyErrorsAsHalfTheCorrectionsArePutRight(errors: Int) {
        var state: UInt64 = 42
        for _ in 0..<500 {
            var damaged = Self.block
            var places: Set<Int> = []
            while places.count < errors {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % damaged.count
                if places.insert(place).inserted {
                    damaged[place] ^= UInt8(truncatingIfNeeded: state >> 24) | 1
                }
            }
            #expect(ReedSolomon.corrected(damaged, corrections: 10) == Self.block)
        }
    }

    /// More are not taken for the block that it was: nothing, or another block that is as it should be.
    @Test func moreErrorsAreNotPutRight() {
        var refused = 0
        for place in 0..<20 {
            var damaged = Self.block
            for offset in 0..<6 { damaged[place + offset] ^= UInt8(17 * offset + place + 1) }
            let corrected = ReedSolomon.corrected(damaged, corrections: 10)
            #expect(corrected != Self.block)
            refused += corrected == nil ? 1 : 0
        }
        #expect(refused >= 18)
    }
}
