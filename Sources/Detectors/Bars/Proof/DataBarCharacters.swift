/// How the characters of a kind of GS1 DataBar symbols (ISO/IEC 24724) are made of their values.
struct DataBarCharacters {
    /// Bars or spaces: every other element, from the first or from the second one on.
    enum Elements { case odd, even }

    /// Characters of which the sum of the odd elements is the same.
    struct Group {
        let firstValue: Int
        /// How many values the elements have whose value counts less.
        let values: Int
        let odd: (modules: Int, widest: Int)
        let even: (modules: Int, widest: Int)
    }

    let groups: [Group]
    /// How many elements there are of either.
    var count = 4
    /// Of which one is narrow at least; of the others there may be none.
    let narrow: Elements
    /// Those whose value counts most.
    var most = Elements.odd

    /// The widths of a character's elements, in modules.
    func widths(of value: Int) -> [Int] {
        let group = groups.last { $0.firstValue <= value } ?? groups[0]
        let (more, less) = (value - group.firstValue).quotientAndRemainder(dividingBy: group.values)
        let odd = elements(most == .odd ? more : less, of: group.odd, needsNarrow: narrow == .odd)
        let even = elements(most == .even ? more : less, of: group.even, needsNarrow: narrow == .even)
        return zip(odd, even).flatMap { [$0, $1] }
    }

    /// The widths of elements that have a value: all that there may be are counted in their order.
    private func elements(
        _ value: Int, of group: (modules: Int, widest: Int), needsNarrow: Bool
    ) -> [Int] {
        var left = value
        var widths: [Int] = []
        while widths.count < count {
            let (after, modules) = (count - widths.count - 1, group.modules - widths.reduce(0, +))
            var width = 1
            while width < group.widest {
                let all = Self.ways(after, modules: modules - width, widest: group.widest)
                // Without those in which all are two modules and more.
                let hasNarrow = !needsNarrow || width == 1 || widths.contains(1)
                let these =
                    hasNarrow
                    ? all : all - Self.ways(after, modules: modules - width - after, widest: group.widest - 1)
                if left < these { break }
                left -= these
                width += 1
            }
            widths.append(width)
        }
        return widths
    }

    /// How many ways there are to make so many modules of elements of one to `widest`.
    private static func ways(_ elements: Int, modules: Int, widest: Int) -> Int {
        guard modules >= 0 else { return 0 }
        var ways = [1] + [Int](repeating: 0, count: modules)
        for _ in 0..<elements {
            ways = ways.indices.map { sum in ways[max(0, sum - widest)..<sum].reduce(0, +) }
        }
        return ways[modules]
    }
}
