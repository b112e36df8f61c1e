/// Symmetric positive definite equations in which only unknowns that lie near each other meet, which sums of least squares over parts
/// of a line lead to.
struct BandedEquations {
    let unknowns: Int
    /// How far apart unknowns are that meet.
    let reach: Int
    /// By row, the factors from `reach` before it to itself.
    private var factors: [Double]

    init(unknowns: Int, reach: Int) {
        (self.unknowns, self.reach) = (unknowns, reach)
        factors = [Double](repeating: 0, count: unknowns * (reach + 1))
    }

    /// The factor of two unknowns that meet, the first of them not before the second.
    subscript(row: Int, column: Int) -> Double {
        get { factors[row * (reach + 1) + column - row + reach] }
        set { factors[row * (reach + 1) + column - row + reach] = newValue }
    }

    /// The unknowns for each of some right sides, by Cholesky's decomposition; nil where they are not positive definite.
    func solutions(for sides: [[Double]]) -> [[Double]]? {
        var lower = self
        for row in 0..<unknowns {
            for column in max(0, row - reach)...row {
                var sum = lower[row, column]
                for other in max(0, row - reach, column - reach)..<column {
                    sum -= lower[row, other] * lower[column, other]
                }
                if row == column {
                    guard sum > 1e-12 else { return nil }
                    lower[row, row] = sum.squareRoot()
                } else {
                    lower[row, column] = sum / lower[column, column]
                }
            }
        }
        return sides.map { side in
            var values = side
            for row in 0..<unknowns {
                for other in max(0, row - reach)..<row { values[row] -= lower[row, other] * values[other] }
                values[row] /= lower[row, row]
            }
            for row in (0..<unknowns).reversed() {
                for other in row + 1..<min(unknowns, row + reach + 1) {
                    values[row] -= lower[other, row] * values[other]
                }
                values[row] /= lower[row, row]
            }
            return values
        }
    }
}
