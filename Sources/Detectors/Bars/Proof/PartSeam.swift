/// Whether the parts of a symbol are all of one: how much better their places are explained by a seam between two symbols.
///
/// Perspective, bends and leaning cameras make modules wider and narrower along a symbol, but not from one part to the next: places
/// of parts are a smooth curve. Where two halves of different symbols meet, the curve has a step, and modules another width.
enum PartSeam {
    /// Fewest parts from which a seam can be told from a bend, those from which a bend may have a turning point, and those on
    /// either side of a seam.
    private static let fewest = (any: 6, cubic: 10, aside: 2)
    /// Places are not known better than so, in modules.
    private static let leastScatter: Float = 0.06
    private static let most: Float = 1_000
    /// So many more parts there would have to be for the scatter to be known as well as it is believed: of few parts it is small by
    /// chance.
    private static let doubt: Float = 3

    /// How much the likeliest seam explains, in multiples of the scatter that is left; nil where there are too few parts.
    ///
    /// - Parameters:
    ///   - ideal: Where parts begin by the symbol's shape, in modules, ascending.
    ///   - seen: Where they begin in the picture, in any unit.
    ///   - others: What else moves places along a symbol, and is no seam.
    ///   - seams: Behind how many places a seam may be; nil for anywhere.
    static func evidence(ideal: [Float], seen: [Float], others: [[Float]] = [], seams: [Int]? = nil)
        -> Float?
    {
        let count = ideal.count
        guard count >= Self.fewest.any, let first = ideal.first, let last = ideal.last, last > first,
            let start = seen.first, let end = seen.last, end > start
        else { return nil }
        let places = ideal.map { 2 * ($0 - first) / (last - first) - 1 }
        var curves: [[Float]] = []
        let power = { (degree: Int) in
            places.map { place in (0..<degree).reduce(Float(1)) { product, _ in product * place } }
        }
        for degree in 0...(count >= Self.fewest.cubic ? 3 : 2) {
            if let curve = Curves.unit(Curves.open(power(degree), beside: curves)) { curves.append(curve) }
        }
        for other in others {
            if let curve = Curves.unit(Curves.open(other, beside: curves)) { curves.append(curve) }
        }
        let module = (end - start) / (last - first)
        let rest = Curves.open(seen.map { $0 / module }, beside: curves)
        let all = Curves.product(rest, rest)
        let left = Float(count - curves.count - 2)
        guard left > 0 else { return nil }
        // What a wide lens bends turns oftener, and a step and a width explain some of that: it is no seam where two powers more, which
        // are as free, explain as much. Few parts are explained by anything.
        var bend: Float = 0
        var bent = curves
        for degree in count >= Self.fewest.cubic ? [4, 5] : [] {
            guard let curve = Curves.unit(Curves.open(power(degree), beside: bent)) else { continue }
            bent.append(curve)
            bend += Curves.product(curve, rest) * Curves.product(curve, rest)
        }
        var best: Float = 0
        let inside = Self.fewest.aside...count - Self.fewest.aside
        for seam in seams ?? Array(inside) where inside.contains(seam) {
            var both = curves
            var gain: Float = 0
            let behind = (0..<count).map { $0 < seam ? 0 : places[$0] - places[seam - 1] }
            for change in [behind.map { $0 == 0 ? 0 : Float(1) }, behind] {
                guard let curve = Curves.unit(Curves.open(change, beside: both)) else { continue }
                both.append(curve)
                gain += Curves.product(curve, rest) * Curves.product(curve, rest)
            }
            guard gain > bend else { continue }
            let scatter = max(all - gain, 0) / left + Self.leastScatter * Self.leastScatter
            best = max(best, (gain / 2 / scatter).squareRoot())
        }
        return min(best * (left / (left + Self.doubt)).squareRoot(), Self.most)
    }
}
