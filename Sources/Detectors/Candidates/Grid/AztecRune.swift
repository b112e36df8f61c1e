/// The message of an Aztec rune, a number in the ring around an Aztec code's finder (ISO/IEC 24778, Annex A).
enum AztecRune {
    /// The number, 0…255, that 28 bits of a ring say, of whose seven words one may be wrong; nil if they say none.
    ///
    /// - Parameter bits: Clockwise from the top left, the first in the highest of 28 bits.
    static func value(ofRing bits: UInt32) -> UInt8? {
        // What a rune differs in from the message of a larger symbol.
        let words = bits ^ 0xAAA_AAAA
        return (UInt8.min...UInt8.max).first { wrongWords(codeword(of: $0) ^ words) <= 1 }
    }

    /// Two words of data and five that check them, by Reed and Solomon's code over 16 elements (x⁴ + x + 1).
    static func codeword(of value: UInt8) -> UInt32 {
        var words = [value >> 4, value & 15, 0, 0, 0, 0, 0]
        for index in 0..<2 {
            let factor = words[index]
            for (offset, coefficient) in generator.enumerated() {
                words[index + offset] ^= product(factor, coefficient)
            }
        }
        return ([value >> 4, value & 15] + words[2...]).reduce(0) { $0 << 4 | UInt32($1) }
    }

    /// (x − α)(x − α²)…(x − α⁵), the highest power first.
    private static let generator: [UInt8] = [1, 11, 4, 6, 2, 1]

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        (0..<4).reversed().reduce(0) { sum, bit in
            let doubled = sum & 8 == 0 ? sum << 1 : sum << 1 ^ 0b1_0011
            return b >> UInt8(bit) & 1 == 1 ? doubled ^ a : doubled
        }
    }

    private static func wrongWords(_ difference: UInt32) -> Int {
        (0..<7).count { difference >> UInt32(4 * $0) & 15 != 0 }
    }
}
