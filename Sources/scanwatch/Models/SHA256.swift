/// SHA-256 (FIPS 180-4), to know a file again.
struct SHA256 {
    /// The digest of some bytes, 64 lower-case hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        var state = start
        let padding = [0x80] + [UInt8](repeating: 0, count: (119 - bytes.count % 64) % 64)
        let length = UInt64(bytes.count) * 8
        let tail =
            Array(bytes.suffix(bytes.count % 64)) + padding
            + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
        var words = [UInt32](repeating: 0, count: 64)
        bytes.withUnsafeBufferPointer { all in
            for block in stride(from: 0, to: all.count - all.count % 64, by: 64) {
                take(UnsafeBufferPointer(rebasing: all[block..<block + 64]), into: &state, words: &words)
            }
        }
        tail.withUnsafeBufferPointer { all in
            for block in stride(from: 0, to: all.count, by: 64) {
                take(UnsafeBufferPointer(rebasing: all[block..<block + 64]), into: &state, words: &words)
            }
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Takes in one block of 64 bytes.
    private static func take(
        _ block: UnsafeBufferPointer<UInt8>, into state: inout [UInt32], words: inout [UInt32]
    ) {
        for index in 0..<16 {
            words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[4 * index + $1]) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let small = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let large = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let first =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g)
                &+ constants[index] &+ words[index]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word >> bits | word << (32 - bits)
    }

    /// The first 32 bits of the fractions of primes' square roots (8) and cube roots (64).
    private static let start = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    private static let constants = primes.map { fraction(cubeRoot(Double($0))) }

    private static let primes = (2...311).filter { number in
        !(2..<number).contains { number % $0 == 0 }
    }

    private static func fraction(_ root: Double) -> UInt32 {
        UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }

    /// Newton's, to the last bit that counts.
    private static func cubeRoot(_ value: Double) -> Double {
        (0..<60).reduce(value) { root, _ in root - (root * root * root - value) / (3 * root * root) }
    }
}
