/// Where a symbol lies in a profile across bars: between its quiet zones.
enum QuietZoneSearch {
    /// How wide light without bars is at the least, in widths of the narrower bars and spaces as they are seen, which are a module or
    /// two: no space in a symbol is so wide.
    private static let width = 3.5
    /// How many of them are narrower, of all.
    private static let narrower = 0.25
    /// How much light may change in it, and a bar must, as shares of the contrast.
    private static let (flatness, rise): (Float, Float) = (0.2, 0.1)
    /// How far a region's ends may lie beyond the symbol's, as a share of it.
    private static let excess = 0.1

    /// From the middle of one quiet zone to the middle of the other: first those that are nearest to a region's ends, then those that are
    /// nearest to its middle, where these are others. Nothing where one is not seen.
    ///
    /// - Parameters:
    ///   - light: A profile.
    ///   - inner: The region: most of the symbol, perhaps with something beside it.
    static func symbols(in light: [Float], around inner: Range<Int>) -> [Range<Int>] {
        guard let darkest = light[inner].min(), let lightest = light[inner].max(), darkest < lightest else {
            return []
        }
        let contrast = lightest - darkest
        let widths = widths(in: light[inner], rise: rise * contrast).sorted()
        guard !widths.isEmpty else { return [] }
        let narrow = widths[Int(narrower * Double(widths.count))]
        let span = max(2, Int((width * Double(narrow)).rounded()))
        func isQuiet(_ from: Int) -> Bool {
            let part = light[from..<from + span]
            guard let low = part.min(), let high = part.max() else { return false }
            return low >= darkest + contrast / 2 && high - low <= flatness * contrast
        }
        func symbol(from left: Int, to right: Int) -> Range<Int>? {
            guard
                let first = stride(from: min(left, light.count) - span, through: 0, by: -1)
                    .first(where: isQuiet),
                let last = stride(from: right, through: light.count - span, by: 1).first(where: isQuiet)
            else { return nil }
            return first + span / 2..<last + (span + 1) / 2
        }
        let (excess, middle) = (
            Int(excess * Double(inner.count)), (inner.lowerBound + inner.upperBound) / 2
        )
        let outer = symbol(from: inner.lowerBound + excess, to: inner.upperBound - excess)
        let next = symbol(from: middle, to: middle)
        return [outer, next == outer ? nil : next].compactMap(\.self)
    }

    /// From where light begins to fall after it rose by some to where it begins to rise after it fell, and so on.
    private static func widths(in light: ArraySlice<Float>, rise: Float) -> [Int] {
        var (widths, last, isRising) = ([Int](), Int?.none, true)
        guard var extreme = light.first else { return [] }
        var place = light.startIndex
        for (index, value) in zip(light.indices, light) {
            if isRising ? value > extreme : value < extreme {
                (extreme, place) = (value, index)
            } else if abs(value - extreme) > rise {
                if let last { widths.append(place - last) }
                (last, isRising, extreme, place) = (place, !isRising, value, index)
            }
        }
        return widths
    }
}
