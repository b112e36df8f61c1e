/// What ISO/IEC 18004 says of a version's size and fixed patterns.
struct QRVersion: Hashable, Comparable {
    /// 1…40.
    let number: Int

    init?(_ number: Int) {
        guard 1...40 ~= number else { return nil }
        self.number = number
    }

    /// The version whose side is nearest to so many modules, clamped to what exists.
    init(nearestTo modules: Double) {
        let nearest = ((modules - 17) / 4).rounded()
        number = nearest > 1 ? Int(min(nearest, 40)) : 1
    }

    /// Modules a side.
    var dimension: Int { 17 + 4 * number }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }

    /// Rows and columns of the alignment patterns' centres, from 6; empty for version 1.
    var alignmentCoordinates: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        // Evenly spaced by an even number from the far end; the first gap takes what is left. 32 is the exception.
        let gap = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { dimension - 7 - $0 * gap }
    }

    /// The centres' columns and rows, without the three places that finder patterns take.
    var alignmentCenters: [(column: Int, row: Int)] {
        let coordinates = alignmentCoordinates
        guard let last = coordinates.last else { return [] }
        return coordinates.flatMap { row in coordinates.map { (column: $0, row: row) } }
            .filter { !($0 == (6, 6) || $0 == (6, last) || $0 == (last, 6)) }
    }

    /// Reads version information of 18 bits, of which up to three may be wrong; nil if more are. Only
    /// versions from 7 carry it.
    init?(information bits: UInt32) {
        for number in 7...40 where (Self.codeword(of: number) ^ bits).nonzeroBitCount <= 3 {
            self.number = number
            return
        }
        return nil
    }

    /// Six bits in the (18, 6) Golay code with generator x¹² + x¹¹ + x¹⁰ + x⁹ + x⁸ + x⁵ + x² + 1.
    static func codeword(of number: Int) -> UInt32 {
        var remainder = UInt32(number) << 12
        for bit in (12..<18).reversed() where remainder & 1 << bit != 0 {
            remainder ^= 0x1F25 << (bit - 12)
        }
        return UInt32(number) << 12 | remainder
    }
}
