/// The bars of GS1 DataBar Omnidirectional (ISO/IEC 24724) in one row; stacked ones have others.
enum DataBarShape {
    private typealias Part = SymbolShape.Part

    /// - Parameters:
    ///   - text: `01`, thirteen digits and their check digit.
    ///   - isLinked: Whether a 2D component stands above it (7.2.3).
    static func dataBar(_ text: [UInt8], isLinked: Bool = false) -> [SymbolShape.Part]? {
        let digits = text.compactMap { 48...57 ~= $0 ? Int($0) - 48 : nil }
        guard digits.count == 16, text.count == 16, digits[0] == 0, digits[1] == 1 else { return nil }
        let number = digits[2..<15].reduce(isLinked ? 1 : 0) { $0 * 10 + $1 }
        let (left, right) = (number / pairs, number % pairs)
        guard left < pairs else { return nil }
        // Outer left, inner left, outer right, inner right.
        let characters = [left / innerValues, left % innerValues, right / innerValues, right % innerValues]
            .enumerated().map { ($0.offset.isMultiple(of: 2) ? outer : inner).widths(of: $0.element) }
        var weight = 1
        var check = 0
        for width in characters.joined() {
            check = (check + weight * width) % 79
            weight = weight * 3 % 79
        }
        if check >= 8 { check += 1 }
        if check >= 72 { check += 1 }
        let finders = (finder[check / 9], finder[check % 9])
        return [
            Part(widths: [SymbolShape.quiet, 1], beginsDark: false),
            part(characters[0], beginsDark: false),
            Part(widths: finders.0.map(Float.init), beginsDark: false, rivals: others(than: check / 9)),
            part(characters[1].reversed(), beginsDark: true),
            part(characters[3], beginsDark: true),
            Part(
                widths: finders.1.reversed().map(Float.init), beginsDark: true,
                rivals: others(than: check % 9).map { $0.reversed() }),
            part(characters[2].reversed(), beginsDark: false),
            Part(widths: [1, 1, SymbolShape.quiet], beginsDark: false),
        ]
    }

    /// How many values a half has, and an inner character.
    private static let (pairs, innerValues) = (4_537_077, 1_597)

    static func part(_ widths: [Int], beginsDark: Bool) -> SymbolShape.Part {
        Part(
            widths: widths.map(Float.init), beginsDark: beginsDark,
            rivals: neighbours(of: widths).map { $0.map(Float.init) })
    }

    private static func others(than own: Int) -> [[Float]] {
        finder.indices.filter { $0 != own }.map { finder[$0].map(Float.init) }
    }

    /// Widths with one module in another bar or in another space: sums of bars and of spaces say the group, so fewer changes are no
    /// character. Not all of them are one, which makes the proof stricter, not weaker.
    static func neighbours(of widths: [Int]) -> [[Int]] {
        widths.indices.flatMap { from in
            widths.indices.filter { $0 != from && ($0 - from).isMultiple(of: 2) && widths[from] > 1 }.map {
                to in
                var other = widths
                other[from] -= 1
                other[to] += 1
                return other
            }
        }
    }

    private static let outer = DataBarCharacters(
        groups: [
            .init(firstValue: 0, values: 1, odd: (12, 8), even: (4, 1)),
            .init(firstValue: 161, values: 10, odd: (10, 6), even: (6, 3)),
            .init(firstValue: 961, values: 34, odd: (8, 4), even: (8, 5)),
            .init(firstValue: 2015, values: 70, odd: (6, 3), even: (10, 6)),
            .init(firstValue: 2715, values: 126, odd: (4, 1), even: (12, 8)),
        ], narrow: .even)
    private static let inner = DataBarCharacters(
        groups: [
            .init(firstValue: 0, values: 4, odd: (5, 2), even: (10, 7)),
            .init(firstValue: 336, values: 20, odd: (7, 4), even: (8, 5)),
            .init(firstValue: 1036, values: 48, odd: (9, 6), even: (6, 3)),
            .init(firstValue: 1516, values: 81, odd: (11, 8), even: (4, 1)),
        ], narrow: .odd, most: .even)

    private static let finder = [
        [3, 8, 2, 1, 1], [3, 5, 5, 1, 1], [3, 3, 7, 1, 1], [3, 1, 9, 1, 1], [2, 7, 4, 1, 1], [2, 5, 6, 1, 1],
        [2, 3, 8, 1, 1], [1, 5, 7, 1, 1], [1, 3, 9, 1, 1],
    ]
}
