/// Whether as much of each digit of an EAN or UPC is dark as its bars say.
///
/// Where a blur leaves the distances between bars and not their widths, 1 and 7, and 2 and 8, look alike; but a blur takes no ink away:
/// of a 2 twice as many modules are dark as of an 8.
enum InkBalance {
    /// Fewest digits from which paper, ink and the light along the symbol can be told.
    private static let fewest = 6
    private static let most: Float = 1_000

    /// How many modules the darkness of a digit is off, of the digit where that is most.
    ///
    /// - Parameters:
    ///   - dark: Of each digit, how many of its seven modules are dark.
    ///   - seen: How dark each is in the picture, in any unit.
    /// - Returns: nil of too few digits, and of digits that are all as dark.
    static func error(dark: [Float], seen: [Float]) -> Float? {
        guard dark.count >= fewest, dark.count == seen.count else { return nil }
        let count = Float(dark.count)
        let places = dark.indices.map { (2 * Float($0) - count + 1) / count }
        var curves: [[Float]] = []
        for curve in [dark.map { _ in 1 }, places] {
            Curves.unit(Curves.open(curve, beside: curves)).map { curves.append($0) }
        }
        let ownDark = Curves.open(dark, beside: curves)
        guard let unit = Curves.unit(ownDark) else { return nil }
        // How much darker a module of ink makes a digit.
        let module = Curves.product(unit, seen) / Curves.product(unit, ownDark)
        guard module > 0 else { return most }
        let rest = Curves.open(seen, beside: curves + [unit])
        return min((rest.map(abs).max() ?? 0) / module, most)
    }
}
