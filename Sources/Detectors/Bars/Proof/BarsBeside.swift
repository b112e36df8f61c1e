/// Whether the bars of an Interleaved 2 of 5 go on beside it: it is then a piece of a longer one, of which something hides a part.
///
/// What hides the rest of a pair of digits beside a piece is seldom as high as the bars and has an end. Above or below it the pair
/// goes on, and behind it the next bars stand, as high as the piece's. Print and dirt beside a symbol are neither.
enum BarsBeside {
    /// What a band of a symbol shows beside it.
    struct Band {
        /// How far the edges before its first bar and behind its last are from it, in modules, the nearest first.
        let before: [Float]
        let behind: [Float]

        /// The bars that go on are printed as the symbol's own are: what changes less than this share of its least clear element, as the
        /// ribs of corrugated board and the grain of wood do, is none of them, though a shadow may lie there.
        private static let leastShare: Float = 0.5

        /// - Parameters:
        ///   - edges: Of the symbol, in samples.
        ///   - band: Its grey values and what is beside it; dark is large.
        ///   - modules: Of the symbol.
        init(of edges: [Float], in band: [Float], modules: Float) {
            guard let first = edges.first, let last = edges.last, last > first else {
                (before, behind) = ([], [])
                return
            }
            let module = (last - first) / modules
            let change = Self.leastShare * Self.leastChange(at: edges, in: band)
            let beside = BarEdges(in: band, leastChange: change).beside(edges)
            before = beside.before.map { (first - $0) / module }
            behind = beside.behind.map { ($0 - last) / module }
        }

        /// The least change from an element of the symbol to the next.
        private static func leastChange(at edges: [Float], in band: [Float]) -> Float {
            let values = zip(edges, edges.dropFirst()).map { band[Int((($0 + $1) / 2).rounded())] }
            return zip(values, values.dropFirst()).map { abs($0 - $1) }.min() ?? 0
        }
    }

    /// What follows the elements of a pair that are a start or a stop: how many elements, and how many of their spaces and bars are wide
    /// (ISO/IEC 16390: two of five).
    private struct Rest {
        let elements: Int
        let wideSpaces: Int
        let wideBars: Int
    }

    private static let beforeStart = Rest(elements: 6, wideSpaces: 2, wideBars: 2)
    private static let behindStop = Rest(elements: 7, wideSpaces: 2, wideBars: 1)

    /// Modules within which the bars behind a spot stand: that many belong to the quiet zones of two symbols that are beside each other.
    private static let reach: Float = 20
    /// By how much bars of one place may be apart in two bands, in modules, and the share of bands that show them where they are as high as the
    /// symbol.
    private static let (apart, most): (Float, Float) = (0.5, 0.7)
    private static let fewest = 3
    /// Widths of narrow elements from, and of wide ones to so much beyond theirs: ink spreads.
    private static let (least, beyond): (Float, Float) = (0.4, 0.7)

    static func goOn(_ shape: SymbolShape, in bands: [Band]) -> Bool {
        let wide = shape.parts.lazy.flatMap(\.widths).filter { $0 != shape.quiet }.max() ?? 1
        return [(bands.map(\.before), beforeStart), (bands.map(\.behind), behindStop)].contains {
            edges, rest in
            isPair(rest, in: edges, wide: wide) || areBars(behindSpot: edges, wide: wide)
        }
    }

    /// Whether in two bands the same elements make a pair; those of noise are elsewhere in each.
    private static func isPair(_ rest: Rest, in bands: [[Float]], wide: Float) -> Bool {
        let pairs = bands.filter { isRest(rest, $0, wide: wide) }.map { $0.prefix(rest.elements) }
        return pairs.indices.contains { number in
            pairs[..<number].contains { zip($0, pairs[number]).allSatisfy { abs($0 - $1) <= apart } }
        }
    }

    /// Whether the elements from an end on are those that the pair lacks.
    private static func isRest(_ rest: Rest, _ edges: [Float], wide: Float) -> Bool {
        guard edges.count >= rest.elements else { return false }
        var (place, wides) = (Float(0), [0, 0])
        for (element, edge) in edges.prefix(rest.elements).enumerated() {
            guard let isWide = isWide(edge - place, wide: wide) else { return false }
            if isWide { wides[element % 2] += 1 }
            place = edge
        }
        return wides == [rest.wideSpaces, rest.wideBars]
    }

    /// Whether in most bands two bars stand beside each other in the same place.
    private static func areBars(behindSpot bands: [[Float]], wide: Float) -> Bool {
        let pairs = bands.map { edges in
            stride(from: 0, to: edges.count - 3, by: 2).filter { first in
                edges[first + 3] <= reach
                    && (first..<first + 3).allSatisfy { isWide(edges[$0 + 1] - edges[$0], wide: wide) != nil }
            }.map { (edges[$0], edges[$0 + 3]) }
        }
        let needed = max(Int((Float(bands.count) * most).rounded(.up)), fewest)
        return pairs.joined().contains { begin, end in
            pairs.count { $0.contains { abs($0.0 - begin) <= apart && abs($0.1 - end) <= apart } } >= needed
        }
    }

    /// Whether an element is wide; nil where it is neither narrow nor wide.
    private static func isWide(_ width: Float, wide: Float) -> Bool? {
        guard least...wide + beyond ~= width else { return nil }
        return width > (1 + wide) / 2
    }
}
