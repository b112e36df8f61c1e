/// The bars of the EAN and UPC family (ISO/IEC 15420).
enum EANShape {
    private typealias Part = SymbolShape.Part

    static func ean13(_ text: [UInt8]) -> [SymbolShape.Part]? {
        guard let digits = digits(text), digits.count == 13 else { return nil }
        let parity = EANPatterns.parities[digits[0]]
        let left = (0..<6).map { leftDigit(digits[$0 + 1], isEven: parity >> UInt8(5 - $0) & 1 == 1) }
        return [begin] + left + [middle] + digits[7...].map(rightDigit) + [end]
    }

    static func ean8(_ text: [UInt8]) -> [SymbolShape.Part]? {
        guard let digits = digits(text), digits.count == 8 else { return nil }
        let left = digits[..<4].map { digit in
            Part(
                widths: widths(EANPatterns.odd[digit]), beginsDark: false,
                rivals: others(EANPatterns.odd, than: digit))
        }
        return [begin] + left + [middle] + digits[4...].map(rightDigit) + [end]
    }

    static func upce(_ text: [UInt8]) -> [SymbolShape.Part]? {
        guard let digits = digits(text), digits.count == 8, digits[0] <= 1 else { return nil }
        // Parity says the check digit, and, turned round, the number system.
        let parity = upceParities[digits[7]] ^ (digits[0] == 1 ? 0b11_1111 : 0)
        let six = (0..<6).map { leftDigit(digits[$0 + 1], isEven: parity >> UInt8(5 - $0) & 1 == 1) }
        return [begin] + six
            + [Part(widths: [1, 1, 1, 1, 1, 1, SymbolShape.quiet], beginsDark: false)]
    }

    private static let begin = Part(widths: [SymbolShape.quiet, 1, 1, 1], beginsDark: false)
    private static let middle = Part(widths: [1, 1, 1, 1, 1], beginsDark: false)
    private static let end = Part(widths: [1, 1, 1, SymbolShape.quiet], beginsDark: true)

    /// By the check digit, which of the six digits of number system 0 have even parity, the first in the highest bit.
    private static let upceParities: [UInt8] = [
        0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
    ]

    private static func leftDigit(_ digit: Int, isEven: Bool) -> SymbolShape.Part {
        let (own, other) =
            isEven ? (EANPatterns.even, EANPatterns.odd) : (EANPatterns.odd, EANPatterns.even)
        return Part(
            widths: widths(own[digit]), beginsDark: false,
            rivals: others(own, than: digit) + other.map(widths))
    }

    private static func rightDigit(_ digit: Int) -> SymbolShape.Part {
        Part(
            widths: widths(EANPatterns.right[digit]), beginsDark: true,
            rivals: others(EANPatterns.right, than: digit))
    }

    private static func others(_ patterns: [UInt8], than digit: Int) -> [[Float]] {
        patterns.indices.filter { $0 != digit }.map { widths(patterns[$0]) }
    }

    /// Widths of the runs of seven modules.
    private static func widths(_ pattern: UInt8) -> [Float] {
        var widths: [Float] = []
        var before: UInt8?
        for place in (0..<7).reversed() {
            let module = pattern >> UInt8(place) & 1
            if module == before { widths[widths.count - 1] += 1 } else { widths.append(1) }
            before = module
        }
        return widths
    }

    private static func digits(_ text: [UInt8]) -> [Int]? {
        let digits = text.compactMap { 48...57 ~= $0 ? Int($0) - 48 : nil }
        return digits.count == text.count ? digits : nil
    }
}
