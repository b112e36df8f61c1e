/// The bars of GS1 DataBar Limited (ISO/IEC 24724).
enum DataBarLimitedShape {
    private typealias Part = SymbolShape.Part

    /// - Parameters:
    ///   - text: `01`, thirteen digits and their check digit.
    ///   - isLinked: Whether the symbol says that it is the linear part of a composite one.
    static func dataBarLimited(_ text: [UInt8], isLinked: Bool) -> [SymbolShape.Part]? {
        let digits = text.compactMap { 48...57 ~= $0 ? Int($0) - 48 : nil }
        guard digits.count == 16, text.count == 16, digits[0] == 0, digits[1] == 1, digits[2] <= 1 else {
            return nil
        }
        let number = digits[2..<15].reduce(0) { $0 * 10 + $1 } + (isLinked ? linked : 0)
        let (left, right) = (
            characters.widths(of: number / values), characters.widths(of: number % values)
        )
        var (weight, check) = (1, 0)
        for width in left + right {
            check = (check + weight * width) % checks.count
            weight = weight * 3 % checks.count
        }
        return [
            Part(widths: [SymbolShape.quiet, 1], beginsDark: false),
            DataBarShape.part(left, beginsDark: false),
            Part(
                widths: checks[check], beginsDark: false,
                rivals: checks.indices.filter { $0 != check }.map { checks[$0] }),
            DataBarShape.part(right, beginsDark: false),
            Part(widths: [1, 1, SymbolShape.quiet], beginsDark: false),
        ]
    }

    /// How many values a character has, and what is added to the number of a symbol that is a part of a composite one.
    private static let (values, linked) = (2_013_571, 2_015_133_531_096)

    private static let characters = DataBarCharacters(
        groups: [
            .init(firstValue: 0, values: 28, odd: (17, 6), even: (9, 3)),
            .init(firstValue: 183_064, values: 728, odd: (13, 5), even: (13, 4)),
            .init(firstValue: 820_064, values: 6_454, odd: (9, 3), even: (17, 6)),
            .init(firstValue: 1_000_776, values: 203, odd: (15, 5), even: (11, 4)),
            .init(firstValue: 1_491_021, values: 2_408, odd: (11, 4), even: (15, 5)),
            .init(firstValue: 1_979_845, values: 1, odd: (19, 8), even: (7, 1)),
            .init(firstValue: 1_996_939, values: 16_632, odd: (7, 1), even: (19, 8)),
        ], count: 7, narrow: .even)

    /// The check characters by their values: widths of their elements. The last two are one module each, and are added here.
    private static let checks = """
        111111111133 111111111232 111111111331 111111121132 111111121231 111111131131 111112111132 111112111231
        111112121131 111113111131 111211111132 111211111231 111211121131 111212111131 111311111131 121111111132
        121111111231 121111121131 121112111131 121211111131 131111111131 111111112123 111111112222 111111112321
        111111122122 111111122221 111111132121 111112112122 111112112221 111112122121 111113112121 111211112122
        111211112221 111211122121 111212112121 111311112121 121111112122 121111112221 121111122121 121112112121
        121211112121 131111112121 111111113113 111111113212 111111123112 111211113112 121111113112 111111211123
        111111211222 111111211321 111111221122 111211211122 111211211221 111211221121 111212211121 111311211121
        121111211122 121111211221 121211211121 111121111123 111121111222 111121111321 111121121122 111121121221
        111122111122 121121111122 121121111221 121121121121 121122111121 121221111121 131121111121 112111111123
        112111111222 112111111321 112111121122 112111121221 112111131121 112112111122 112112111221 112211111122
        211111111222 211111111321 211111121122 211111121221 211111131121 211112111221 211112121121 211211111221
        211111112212
        """.split(whereSeparator: \.isWhitespace).map {
            $0.compactMap(\.wholeNumberValue).map(Float.init) + [1, 1]
        }
}
