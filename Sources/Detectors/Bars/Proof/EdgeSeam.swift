/// Whether the bars of a symbol with wide and narrow elements, or of an EAN-8 or UPC-E, are all of one symbol, by the places of all
/// their edges.
///
/// Nothing guards the former, and one in ten of halves passes the check of the latter. Of both there are few parts: four to six times as
/// many edges show half the change of width.
enum EdgeSeam {
    /// Most parts of a symbol of more than two widths: an EAN-13 has more, and its seam is told by these.
    private static let fewParts = 11

    /// How much the likeliest seam between two parts explains, as ``PartSeam`` says it; nil for other symbologies.
    ///
    /// - Parameters:
    ///   - shape: The symbol.
    ///   - edges: Where the edges of its bars are in the picture, in any unit, ascending.
    static func evidence(of shape: SymbolShape, edges: [Float]) -> Float? {
        let parts = shape.inner
        let widths = parts.flatMap { $0 }
        guard Set(widths).count == 2 || (shape.hasInk && parts.count <= fewParts),
            edges.count == widths.count + 1
        else { return nil }
        let ideal = widths.reduce(into: [Float(0)]) { $0.append($0[$0.count - 1] + $1) }
        // Ink that spreads moves all edges away from their bars, and how wide wide elements are is the printer's choice; of an EAN it is
        // not, and what that explains there is nothing.
        let spread = edges.indices.map { $0.isMultiple(of: 2) ? Float(1) : -1 }
        let wide = widths.reduce(into: [Float(0)]) { $0.append($0[$0.count - 1] + ($1 > 1 ? 1 : 0)) }
        let seams = parts.dropLast().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        return PartSeam.evidence(
            ideal: ideal, seen: edges, others: [spread, wide], seams: Array(seams.dropFirst()))
    }
}
