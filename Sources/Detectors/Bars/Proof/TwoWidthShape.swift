/// The bars of symbologies with narrow and wide elements.
struct TwoWidthShape {
    /// Width of a wide element, in modules; a narrow one is one module.
    let wide: Float

    /// Interleaved 2 of 5 (ISO/IEC 16390): two digits a part, one in the bars and one in the spaces.
    func interleaved2of5(_ text: [UInt8]) -> [SymbolShape.Part]? {
        let digits = text.compactMap { 48...57 ~= $0 ? Int($0) - 48 : nil }
        guard digits.count == text.count, digits.count >= 2, digits.count.isMultiple(of: 2) else {
            return nil
        }
        let patterns = Self.twoOfFive.map { widths($0, count: 5) }
        func pair(_ bars: Int, _ spaces: Int) -> [Float] {
            zip(patterns[bars], patterns[spaces]).flatMap { [$0, $1] }
        }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { index in
            let (bars, spaces) = (digits[index], digits[index + 1])
            let rivals =
                (0..<10).filter { $0 != bars }.map { pair($0, spaces) }
                + (0..<10).filter { $0 != spaces }.map { pair(bars, $0) }
            return SymbolShape.Part(widths: pair(bars, spaces), beginsDark: true, rivals: rivals)
        }
        return [SymbolShape.Part(widths: [SymbolShape.longQuiet, 1, 1, 1, 1], beginsDark: false)] + pairs
            + [SymbolShape.Part(widths: [wide, 1, 1, SymbolShape.longQuiet], beginsDark: true)]
    }

    /// Code 39 (ISO/IEC 16388).
    func code39(_ text: [UInt8]) -> [SymbolShape.Part]? {
        let star = UInt8(ascii: "*")
        guard !text.contains(star) else { return nil }
        return characters([star] + text + [star], among: Self.code39, count: 9)
    }

    /// Codabar (EN 798), start and stop characters included in the text.
    func codabar(_ text: [UInt8]) -> [SymbolShape.Part]? {
        guard text.count >= 2 else { return nil }
        return characters(text.map { 97...100 ~= $0 ? $0 - 32 : $0 }, among: Self.codabar, count: 7)
    }

    /// Characters that begin and end with a bar, a narrow space after each but the last.
    private func characters(
        _ text: [UInt8], among table: [UInt8: UInt16], count: Int
    ) -> [SymbolShape.Part]? {
        let known = table.mapValues { widths($0, count: count) }
        var parts: [SymbolShape.Part] = []
        for (index, character) in text.enumerated() {
            guard let own = known[character] else { return nil }
            let (isFirst, isLast) = (index == 0, index == text.count - 1)
            func part(_ widths: [Float]) -> [Float] {
                let before: [Float] = isFirst ? [SymbolShape.quiet] : []
                return before + widths + [isLast && !isFirst ? SymbolShape.quiet : 1]
            }
            let width = own.reduce(0, +)
            let rivals = known.sorted { $0.key < $1.key }
                .filter { $0.key != character && $0.value.reduce(0, +) == width }
            parts.append(
                SymbolShape.Part(
                    widths: part(own), beginsDark: index > 0,
                    rivals: isFirst || isLast ? [] : rivals.map { part($0.value) }))
        }
        return parts
    }

    /// Elements of a pattern, the first in the highest of `count` bits, 1 wide.
    private func widths(_ pattern: UInt16, count: Int) -> [Float] {
        (0..<count).reversed().map { pattern >> UInt16($0) & 1 == 1 ? wide : 1 }
    }

    private static let twoOfFive: [UInt16] = [
        0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
    ]

    private static func table(_ characters: String, _ patterns: [UInt16]) -> [UInt8: UInt16] {
        Dictionary(uniqueKeysWithValues: zip(characters.utf8, patterns))
    }

    private static let code39 = table(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*",
        [
            0b000110100, 0b100100001, 0b001100001, 0b101100000, 0b000110001, 0b100110000, 0b001110000,
            0b000100101, 0b100100100, 0b001100100, 0b100001001, 0b001001001, 0b101001000, 0b000011001,
            0b100011000, 0b001011000, 0b000001101, 0b100001100, 0b001001100, 0b000011100, 0b100000011,
            0b001000011, 0b101000010, 0b000010011, 0b100010010, 0b001010010, 0b000000111, 0b100000110,
            0b001000110, 0b000010110, 0b110000001, 0b011000001, 0b111000000, 0b010010001, 0b110010000,
            0b011010000, 0b010000101, 0b110000100, 0b011000100, 0b010101000, 0b010100010, 0b010001010,
            0b000101010, 0b010010100,
        ])

    private static let codabar = table(
        "0123456789-$:/.+ABCD",
        [
            0b0000011, 0b0000110, 0b0001001, 0b1100000, 0b0010010, 0b1000010, 0b0100001, 0b0100100, 0b0110000,
            0b1001000, 0b0001100, 0b0011000, 0b1000101, 0b1010001, 0b1010100, 0b0010101, 0b0011010, 0b0101001,
            0b0001011, 0b0001110,
        ])
}
