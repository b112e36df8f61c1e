/// How light paper and ink are along a profile across bars: each a line, as lamps and lenses make them.
struct BarLight {
    /// At the middle, and what is added from one end to the other.
    private let paper: (middle: Double, slope: Double)
    private let ink: (middle: Double, slope: Double)
    private let count: Int

    /// How much lighter paper is than ink.
    var contrast: Double { paper.middle - ink.middle }

    private init(paper: (Double, Double), ink: (Double, Double), count: Int) {
        (self.paper, self.ink, self.count) = (paper, ink, count)
    }

    /// Before anything is known of the bars: paper as it is at both ends, ink in the share of it that the darkest samples have.
    init?(of seen: [Double]) {
        let end = max(2, seen.count / 50)
        guard seen.count > 4 * end else { return nil }
        let (first, last) = (
            seen.prefix(end).sorted()[end / 2], seen.suffix(end).sorted()[end / 2]
        )
        let paper = ((first + last) / 2, last - first)
        let all = BarLight(paper: paper, ink: (0, 0), count: seen.count)
        let shares = seen.indices.map { seen[$0] / max(all.paperLight(at: $0), 1e-6) }.sorted()
        let share = shares[shares.count / 60]
        guard share < 1 else { return nil }
        self.init(
            paper: paper, ink: (share * paper.0, share * paper.1), count: seen.count)
    }

    /// The nearest to what is seen, where it is known how much of each sample is ink; nil where that determines none.
    init?(of seen: [Double], ink shares: [Double]) {
        let count = seen.count
        var rows = [Double](repeating: 0, count: 4 * 5)
        for (index, share) in shares.enumerated() {
            let offset = Self.offset(index, of: count)
            let terms = [1 - share, (1 - share) * offset, share, share * offset, seen[index]]
            for row in 0..<4 {
                for column in 0..<5 { rows[row * 5 + column] += terms[row] * terms[column] }
            }
        }
        guard let found = LinearEquations.solution(of: rows, unknowns: 4) else { return nil }
        self.init(paper: (found[0], found[1]), ink: (found[2], found[3]), count: count)
    }

    private static func offset(_ index: Int, of count: Int) -> Double {
        (Double(index) + 0.5) / Double(count) - 0.5
    }

    func paperLight(at index: Int) -> Double {
        paper.middle + paper.slope * Self.offset(index, of: count)
    }

    func contrast(at index: Int) -> Double {
        paperLight(at: index) - ink.middle - ink.slope * Self.offset(index, of: count)
    }

    /// A profile as if paper were 1 and ink 0 everywhere.
    func even(_ seen: [Double]) -> [Float] {
        seen.indices.map { index in
            Float(1 - (paperLight(at: index) - seen[index]) / max(contrast(at: index), 1e-6))
        }
    }
}
