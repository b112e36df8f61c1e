/// The modules of EAN-13's digits (ISO/IEC 15420).
enum EANPatterns {
    /// Seven modules a digit, the first in the highest bit, 1 dark: odd parity, for the left half.
    static let odd: [UInt8] = [
        0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
        0b011_0111,
        0b000_1011,
    ]
    /// Even parity, for the left half: the right half's from behind.
    static let even: [UInt8] = right.map { pattern in
        (0..<7).reduce(0) { $0 | (pattern >> UInt8($1) & 1) << UInt8(6 - $1) }
    }
    /// For the right half: the odd ones with dark and light exchanged.
    static let right: [UInt8] = odd.map { ~$0 & 0x7F }

    /// By the first digit, which of the left half's six digits have even parity, the first in the highest bit.
    static let parities: [UInt8] = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]

    /// A digit's modules, the first one first.
    static func modules(_ pattern: UInt8) -> [Bool] { (0..<7).map { pattern >> UInt8(6 - $0) & 1 == 1 } }
}
