/// The edges of the bars along a row of grey values, and which of them are a symbol's.
struct BarEdges {
    /// Samples at which dark and light change, in turn.
    private let places: [Float]
    private let firstIsRise: Bool

    /// What a change between light and dark is measured by, of which at least a share has an edge.
    enum Contrast {
        /// The row's: nothing in noise is taken for an edge.
        case ofRow
        /// That of the bars around it: light may fall on one end of a symbol alone.
        case around
    }

    private static let leastChange: Float = 0.12
    /// The same of the row's contrast, where that of the bars around is what counts.
    private static let leastChangeOfRow: Float = 0.03
    /// How many samples are around one, on either side at least.
    private static let around = 8 * BarLines.density
    /// Most that the modules of one part may be wider or narrower than those of the next.
    private static let mostGrowth: Float = 2

    /// - Parameter row: Dark is large.
    init(in row: [Float], by contrast: Contrast) {
        self.init(in: row, leastChanges: Self.leastChanges(in: row, by: contrast))
    }

    /// - Parameters:
    ///   - row: Dark is large.
    ///   - change: The least change between light and dark that counts.
    init(in row: [Float], leastChange change: Float) {
        let pieces = (row.count + Self.around - 1) / Self.around
        self.init(in: row, leastChanges: [Float](repeating: change, count: pieces))
    }

    /// - Parameter least: The least change that counts, for every ``around`` samples; where it is 0, none does.
    private init(in row: [Float], leastChanges least: [Float]) {
        var places: [Float] = []
        var firstIsRise = true
        // The last extreme that counts, and the extreme since.
        var (from, to) = (0, 0)
        var rises: Bool?
        func edge() -> Float {
            let middle = (row[from] + row[to]) / 2
            let place = (from + 1...to).first { (row[$0] > middle) != (row[from] > middle) } ?? to
            return Float(place) - (row[place] - middle) / (row[place] - row[place - 1])
        }
        for index in row.indices {
            let least = least[index / Self.around]
            guard least > 0 else { continue }
            guard let isRise = rises else {
                if abs(row[index] - row[from]) >= least {
                    (rises, to) = (row[index] > row[from], index)
                    firstIsRise = row[index] > row[from]
                }
                continue
            }
            if (row[index] > row[to]) == isRise {
                to = index
            } else if abs(row[index] - row[to]) >= least {
                places.append(edge())
                (from, to) = (to, index)
                rises = !isRise
            }
        }
        if rises != nil { places.append(edge()) }
        (self.places, self.firstIsRise) = (places, firstIsRise)
    }

    /// The least change that counts, for every ``around`` samples.
    private static func leastChanges(in row: [Float], by contrast: Contrast) -> [Float] {
        let pieces = stride(from: 0, to: row.count, by: around).map { start in
            let piece = row[start..<min(start + around, row.count)]
            return (darkest: piece.max() ?? 0, lightest: piece.min() ?? 0)
        }
        func span(of pieces: ArraySlice<(darkest: Float, lightest: Float)>) -> Float {
            (pieces.map(\.darkest).max() ?? 0) - (pieces.map(\.lightest).min() ?? 0)
        }
        let whole = span(of: pieces[...])
        return pieces.indices.map { index in
            switch contrast {
            case .ofRow: whole * leastChange
            case .around:
                max(
                    span(of: pieces[max(index - 1, 0)...min(index + 1, pieces.count - 1)])
                        * leastChange, whole * leastChangeOfRow)
            }
        }
    }

    /// Where the edges of a symbol's bars are, in samples, from its first bar on; nil where no edges are those of the symbol.
    func edges(of shape: SymbolShape) -> [Float]? {
        let parts = shape.inner
        let count = parts.reduce(0) { $0 + $1.count }
        var best: (error: Float, first: Int)?
        for first in stride(from: firstIsRise ? 0 : 1, to: places.count - count, by: 2) {
            if let error = error(of: parts, from: first), error < best?.error ?? .infinity {
                best = (error, first)
            }
        }
        return best.map { Array(places[$0.first...$0.first + count]) }
    }

    /// The edges beside those of a symbol, the nearest first: before its first bar and behind its last.
    ///
    /// - Parameter edges: The symbol's, as they are here or, where other changes count, nearly so.
    func beside(_ edges: [Float]) -> (before: [Float], behind: [Float]) {
        guard edges.count > 1 else { return ([], []) }
        let firstBar = (edges[0] + edges[1]) / 2
        let lastBar = (edges[edges.count - 2] + edges[edges.count - 1]) / 2
        return (
            places.filter { $0 < firstBar }.reversed().dropFirst().map(\.self),
            Array(places.filter { $0 > lastBar }.dropFirst())
        )
    }

    /// What the first bar says from which on edges say anything.
    func firstAnswer<Answer>(_ ask: (ArraySlice<Float>) -> Answer?) -> Answer? {
        for first in stride(from: firstIsRise ? 0 : 1, to: places.count, by: 2) {
            if let answer = ask(places[first...]) { return answer }
        }
        return nil
    }

    /// How far the widths between edges are from those of the parts, each part's modules as wide as they are there.
    private func error(of parts: [[Float]], from first: Int) -> Float? {
        var (edge, error, before) = (first, Float(0), Float?.none)
        for widths in parts {
            let modules = widths.reduce(0, +)
            let module = (places[edge + widths.count] - places[edge]) / modules
            if let before, max(module / before, before / module) > Self.mostGrowth { return nil }
            for width in widths {
                error += abs((places[edge + 1] - places[edge]) / module - width) / modules
                edge += 1
            }
            before = module
        }
        return error
    }
}
