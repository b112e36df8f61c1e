/// Equations with as many unknowns, which sums of least squares lead to.
enum LinearEquations {
    /// Solves them by elimination with pivots; nil if they determine no solution.
    ///
    /// - Parameter rows: One after the other: the factors of the unknowns, then what they add up to.
    static func solution(of rows: [Double], unknowns: Int) -> [Double]? {
        var m = rows
        let width = unknowns + 1
        for column in 0..<unknowns {
            guard
                let pivot = (column..<unknowns).max(by: {
                    abs(m[$0 * width + column]) < abs(m[$1 * width + column])
                }), abs(m[pivot * width + column]) > 1e-12
            else { return nil }
            if pivot != column {
                for j in 0..<width { m.swapAt(pivot * width + j, column * width + j) }
            }
            for row in 0..<unknowns where row != column {
                let factor = m[row * width + column] / m[column * width + column]
                for j in column..<width { m[row * width + j] -= factor * m[column * width + j] }
            }
        }
        return (0..<unknowns).map { m[$0 * width + unknowns] / m[$0 * width + $0] }
    }
}
