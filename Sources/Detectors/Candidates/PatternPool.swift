import Foundation

/// Joins sightings that lie in one pattern and counts them.
struct PatternPool {
    private var patterns: [ConcentricPattern] = []
    /// Index of the first pattern in each cell, and of the next in the same cell, or −1.
    private var first: [Int32]
    private var next: [Int32] = []
    private let columns: Int
    private let rows: Int

    /// Hits nearer than this many modules are one pattern.
    private static let reach = 3.0
    private static let cell = 32.0
    /// Noise may bring more hits than there can be patterns; later ones are dropped.
    private static let capacity = 8192

    init(width: Int, height: Int) {
        columns = Int(Double(width) / Self.cell) + 1
        rows = Int(Double(height) / Self.cell) + 1
        first = [Int32](repeating: -1, count: columns * rows)
    }

    /// Joins the hit to the nearest pattern in reach, or keeps it as a new one. A pattern stays in the cell it
    /// was first seen in: it moves by less than a cell's margin as hits are added.
    mutating func add(_ hit: ConcentricPattern) {
        if let index = nearest(to: hit) {
            let seen = Double(patterns[index].rows)
            let share = 1 / (seen + 1)
            patterns[index].center.x += (hit.center.x - patterns[index].center.x) * share
            patterns[index].center.y += (hit.center.y - patterns[index].center.y) * share
            patterns[index].moduleSize += (hit.moduleSize - patterns[index].moduleSize) * share
            patterns[index].rows += 1
            return
        }
        guard patterns.count < Self.capacity else { return }
        let cell = Int(hit.center.y / Self.cell) * columns + Int(hit.center.x / Self.cell)
        next.append(first[cell])
        first[cell] = Int32(patterns.count)
        patterns.append(hit)
    }

    /// How many patterns there are.
    var count: Int { patterns.count }

    /// The patterns seen in most rows, in a fixed order.
    ///
    /// - Parameter fewestRows: Those seen in so many rows are given beyond the limit too.
    func mostSeen(_ limit: Int, orInRows fewestRows: Int = .max) -> [ConcentricPattern] {
        let order = patterns.indices.sorted {
            (patterns[$1].rows, $0) < (patterns[$0].rows, $1)
        }
        let clear = order.prefix { patterns[$0].rows >= fewestRows }
        return order.prefix(max(limit, clear.count)).map { patterns[$0] }
    }

    private func nearest(to hit: ConcentricPattern) -> Int? {
        let reach = hit.moduleSize * Self.reach
        let (x, y) = (Double(hit.center.x), Double(hit.center.y))
        var best: (distance: Double, index: Int)?
        for row in max(0, Int((y - reach) / Self.cell))...min(rows - 1, Int((y + reach) / Self.cell)) {
            for column in max(
                0, Int((x - reach) / Self.cell))...min(columns - 1, Int((x + reach) / Self.cell))
            {
                var index = Int(first[row * columns + column])
                while index >= 0 {
                    let pattern = patterns[index]
                    let (dx, dy) = (Double(pattern.center.x) - x, Double(pattern.center.y) - y)
                    let distance = (dx * dx + dy * dy).squareRoot()
                    if pattern.isInverted == hit.isInverted, distance < reach,
                        best.map({ distance < $0.distance }) ?? true
                    {
                        best = (distance, index)
                    }
                    index = Int(next[index])
                }
            }
        }
        return best?.index
    }
}
