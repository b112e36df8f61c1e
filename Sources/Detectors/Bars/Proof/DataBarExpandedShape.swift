/// The bars of GS1 DataBar Expanded (ISO/IEC 24724) in one row; stacked ones have others.
enum DataBarExpandedShape {
    private typealias Part = SymbolShape.Part

    /// - Parameter characters: Their values, the check character first; nil where they are those of no symbol.
    static func dataBarExpanded(_ characters: [Int]) -> [SymbolShape.Part]? {
        let pairs = (characters.count + 1) / 2
        guard characters.count >= 4, sequences.indices.contains(pairs - 2),
            characters.allSatisfy({ 0..<values ~= $0 })
        else { return nil }
        // Light, as the quiet zone, then the guard's bar.
        var parts = [Part(widths: [SymbolShape.quiet, 1], beginsDark: false)]
        var beginsDark = false
        func add(_ widths: [Int], rivals: [[Int]]) {
            parts.append(
                Part(
                    widths: widths.map(Float.init), beginsDark: beginsDark,
                    rivals: rivals.map { $0.map(Float.init) }))
            if !widths.count.isMultiple(of: 2) { beginsDark.toggle() }
        }
        for (pair, finder) in sequences[pairs - 2].enumerated() {
            let left = leftCharacters.widths(of: characters[2 * pair])
            add(left, rivals: DataBarShape.neighbours(of: left))
            let isReversed = finder < 0
            func turned(_ widths: [Int]) -> [Int] { isReversed ? widths.reversed() : widths }
            let own = abs(finder) - 1
            add(
                turned(finders[own]), rivals: finders.indices.filter { $0 != own }.map { turned(finders[$0]) }
            )
            guard characters.indices.contains(2 * pair + 1) else { continue }
            let right = Array(leftCharacters.widths(of: characters[2 * pair + 1]).reversed())
            add(right, rivals: DataBarShape.neighbours(of: right))
        }
        // The guard's space behind its bar is as light as the quiet zone.
        parts.append(
            Part(
                widths: beginsDark ? [1, SymbolShape.quiet] : [1, 1, SymbolShape.quiet],
                beginsDark: beginsDark))
        return parts
    }

    /// The finder patterns of a symbol in one row, and which of its runs each begins with; nil if none has so many runs from its first bar
    /// to its last.
    static func finders(ofRuns count: Int) -> [(place: Int, widths: [Int])]? {
        let (character, finder) = (8, 5)
        for (index, sequence) in sequences.enumerated() {
            let pairs = index + 2
            // Guards have a bar each; behind an even number of pairs there is a space before it.
            let guards = pairs.isMultiple(of: 2) ? 3 : 2
            guard
                [2 * pairs, 2 * pairs - 1].contains(where: {
                    guards + $0 * character + pairs * finder == count
                })
            else { continue }
            return sequence.enumerated().map { pair, number in
                let widths = finders[abs(number) - 1]
                return (
                    1 + character + pair * (2 * character + finder), number < 0 ? widths.reversed() : widths
                )
            }
        }
        return nil
    }

    /// How many values a character has.
    private static let values = 4_192

    /// Of a character left of its finder pattern; those to the right are mirrored.
    private static let leftCharacters = DataBarCharacters(
        groups: [
            .init(firstValue: 0, values: 4, odd: (12, 7), even: (5, 2)),
            .init(firstValue: 348, values: 20, odd: (10, 5), even: (7, 4)),
            .init(firstValue: 1_388, values: 52, odd: (8, 4), even: (9, 5)),
            .init(firstValue: 2_948, values: 104, odd: (6, 3), even: (11, 6)),
            .init(firstValue: 3_988, values: 204, odd: (4, 1), even: (13, 8)),
        ], narrow: .odd)

    /// Finder patterns A to F, 1 to 6, of symbols of 2 to 11 pairs of characters; negative ones are mirrored.
    private static let sequences = [
        [1, -1], [1, -2, 2], [1, -3, 2, -4], [1, -5, 2, -4, 3], [1, -5, 2, -4, 4, -6],
        [1, -5, 2, -4, 5, -6, 6],
        [1, -1, 2, -2, 3, -3, 4, -4], [1, -1, 2, -2, 3, -3, 4, -5, 5], [1, -1, 2, -2, 3, -3, 4, -5, 6, -6],
        [1, -1, 2, -2, 3, -4, 4, -5, 5, -6, 6],
    ]

    private static let finders = [
        [1, 8, 4, 1, 1], [3, 6, 4, 1, 1], [3, 4, 6, 1, 1], [3, 2, 8, 1, 1], [2, 6, 5, 1, 1], [2, 2, 9, 1, 1],
    ]
}
