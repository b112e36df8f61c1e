/// The bars of Code 93 (AIM USS-93): nine modules a character, two check characters.
enum Code93Shape {
    private typealias Part = SymbolShape.Part

    static func code93(_ text: [UInt8]) -> [SymbolShape.Part]? {
        var values: [Int] = []
        for character in text {
            guard let own = value(character) else { return nil }
            values += own
        }
        guard !values.isEmpty else { return nil }
        for most in [20, 15] {
            values.append(
                values.reversed().enumerated().reduce(0) { $0 + ($1.offset % most + 1) * $1.element } % 47)
        }
        let characters = values.map { value in
            Part(
                widths: widths(value), beginsDark: true,
                rivals: (0..<star).filter { $0 != value }.map(widths))
        }
        return [Part(widths: [SymbolShape.quiet] + widths(star), beginsDark: false)] + characters
            + [Part(widths: widths(star) + [1, SymbolShape.quiet], beginsDark: true)]
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
    /// Shift characters, all but that of control characters, and the start and stop character.
    private static let (percent, slash, plus, star) = (44, 45, 46, 47)

    /// One value, or those of a shift character and a letter; nil of control characters.
    private static func value(_ character: UInt8) -> [Int]? {
        if let value = alphabet.firstIndex(of: character) { return [value] }
        func shifted(_ shift: Int, _ first: UInt8, _ letter: Character) -> [Int]? {
            let place = Int(character - first) + Int(letter.asciiValue ?? 0)
            return alphabet.firstIndex { Int($0) == place }.map { [shift, $0] }
        }
        switch character {
        case 97...122: return shifted(plus, 97, "A")
        case 33...44: return shifted(slash, 33, "A")
        case 58: return shifted(slash, 58, "Z")
        case 59...63: return shifted(percent, 59, "F")
        case 64: return shifted(percent, 64, "V")
        case 91...95: return shifted(percent, 91, "K")
        case 96: return shifted(percent, 96, "W")
        case 123...126: return shifted(percent, 123, "P")
        default: return nil
        }
    }

    /// Widths of the runs of nine modules, the first of which is dark.
    private static func widths(_ value: Int) -> [Float] {
        var widths: [Float] = []
        var before: Int?
        for place in (0..<9).reversed() {
            let module = patterns[value] >> place & 1
            if module == before { widths[widths.count - 1] += 1 } else { widths.append(1) }
            before = module
        }
        return widths
    }

    private static let patterns = [
        0x114, 0x148, 0x144, 0x142, 0x128, 0x124, 0x122, 0x150, 0x112, 0x10A, 0x1A8, 0x1A4, 0x1A2, 0x194,
        0x192, 0x18A,
        0x168, 0x164, 0x162, 0x134, 0x11A, 0x158, 0x14C, 0x146, 0x12C, 0x116, 0x1B4, 0x1B2, 0x1AC, 0x1A6,
        0x196, 0x19A,
        0x16C, 0x166, 0x136, 0x13A, 0x12E, 0x1D4, 0x1D2, 0x1CA, 0x16E, 0x176, 0x1AE, 0x126, 0x1DA, 0x1D6,
        0x132, 0x15E,
    ]
}
