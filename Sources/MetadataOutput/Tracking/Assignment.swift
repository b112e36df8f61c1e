/// Pairs rows with columns so that the sum of costs is least (Hungarian method, with potentials).
enum Assignment {
    /// Above this many pairs the cheapest free pair is taken again and again instead: a picture full of equal codes
    /// must not cost seconds.
    private static let mostPairs = 20_000

    /// The best pairing.
    ///
    /// - Parameters:
    ///   - costs: One row of costs for each row, all of one length; nil where a pair is out of the question.
    ///   - limit: What a row without a column costs; no pair costs more.
    /// - Returns: The column of each row, or nil.
    static func columns(costs: [[Double?]], limit: Double) -> [Int?] {
        guard let width = costs.first?.count, width > 0 else { return costs.map { _ in nil } }
        return costs.count * width > mostPairs
            ? greedyColumns(costs: costs, limit: limit)
            : bestColumns(costs: costs, width: width, limit: limit)
    }

    static func greedyColumns(costs: [[Double?]], limit: Double) -> [Int?] {
        let pairs = costs.enumerated().flatMap { row, costs in
            costs.enumerated().compactMap { column, cost in
                cost.flatMap { $0 <= limit ? (cost: $0, row: row, column: column) : nil }
            }
        }
        var columns = [Int?](repeating: nil, count: costs.count)
        var taken: Set<Int> = []
        for pair in pairs.sorted(by: { $0 < $1 })
        where columns[pair.row] == nil && taken.insert(pair.column).inserted {
            columns[pair.row] = pair.column
        }
        return columns
    }

    /// Each row gets a column of its own after the real ones, at the cost `limit`, which means none.
    private static func bestColumns(costs: [[Double?]], width: Int, limit: Double) -> [Int?] {
        let (rows, columns) = (costs.count, width + costs.count)
        let never = limit * Double(rows + 1) * 10 + 1
        func cost(_ row: Int, _ column: Int) -> Double {
            guard column < width else { return column - width == row ? limit : never }
            return costs[row][column].map { $0 <= limit ? $0 : never } ?? never
        }
        // Row and column 0 stand for nothing; rowOf[j] is the row that has column j.
        var rowPotential = [Double](repeating: 0, count: rows + 1)
        var columnPotential = [Double](repeating: 0, count: columns + 1)
        var rowOf = [Int](repeating: 0, count: columns + 1)
        for row in 1...rows {
            rowOf[0] = row
            var column = 0
            var slack = [Double](repeating: .infinity, count: columns + 1)
            var before = [Int](repeating: 0, count: columns + 1)
            var isVisited = [Bool](repeating: false, count: columns + 1)
            repeat {
                isVisited[column] = true
                let current = rowOf[column]
                var (step, next) = (Double.infinity, 0)
                for other in 1...columns where !isVisited[other] {
                    let reduced =
                        cost(current - 1, other - 1) - rowPotential[current] - columnPotential[other]
                    if reduced < slack[other] { (slack[other], before[other]) = (reduced, column) }
                    if slack[other] < step { (step, next) = (slack[other], other) }
                }
                for other in 0...columns {
                    if isVisited[other] {
                        rowPotential[rowOf[other]] += step
                        columnPotential[other] -= step
                    } else {
                        slack[other] -= step
                    }
                }
                column = next
            } while rowOf[column] != 0
            while column != 0 {
                rowOf[column] = rowOf[before[column]]
                column = before[column]
            }
        }
        var result = [Int?](repeating: nil, count: rows)
        for column in 1...width where rowOf[column] != 0 { result[rowOf[column] - 1] = column - 1 }
        return result
    }
}
