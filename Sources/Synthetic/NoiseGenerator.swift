/// Numbers that look random and are the same for the same seed (SplitMix64).
package struct NoiseGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// A number from −`limit` to `limit`, the sum of two even ones, so that small ones are the more frequent.
    package mutating func next(upTo limit: Int) -> Int {
        let bits = next()
        let span = UInt64(limit + 1)
        return Int((bits & 0xFFFF_FFFF) % span) - Int((bits >> 32) % span)
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
