/// What paper and ink are like from one side of a symbol to the other: each brighter one way than the other, as lamps make them.
struct ModuleLight {
    /// Of the contrast of paper and ink, the factors of 1, x and y, and then of ink the same; x and y are -1…1.
    fileprivate let factors: [Double]

    /// Grey values, row by row, as if paper were 1 and ink 0 everywhere.
    func evened(_ values: [Float], dimension: Int) -> [Float] {
        values.indices.map { index in
            let (x, y) = Self.place((index % dimension, index / dimension), of: dimension)
            let contrast = factors[0] + factors[1] * x + factors[2] * y
            let ink = factors[3] + factors[4] * x + factors[5] * y
            return contrast > 1 ? Float((Double(values[index]) - ink) / contrast) : 0.5
        }
    }

    fileprivate static func place(_ module: (column: Int, row: Int), of dimension: Int) -> (
        x: Double, y: Double
    ) {
        (
            2 * Double(module.column) / Double(dimension - 1) - 1,
            2 * Double(module.row) / Double(dimension - 1) - 1
        )
    }

    /// The light that explains values best, in the sense of least squares.
    struct Sums {
        private var equations = [Double](repeating: 0, count: 6 * 7)
        private var (weight, sum, squares) = (0.0, 0.0, 0.0)

        /// - Parameter paper: How much of what is seen there is paper, 0…1.
        mutating func add(
            _ value: Double, paper: Double, at module: (column: Int, row: Int), of dimension: Int,
            weight: Double
        ) {
            let (x, y) = ModuleLight.place(module, of: dimension)
            let row = [paper, paper * x, paper * y, 1, x, y, value]
            for i in 0..<6 {
                for j in 0..<7 { equations[i * 7 + j] += weight * row[i] * row[j] }
            }
            self.weight += weight
            sum += weight * value
            squares += weight * value * value
        }

        /// Nil where they tell nothing.
        var light: ModuleLight? {
            LinearEquations.solution(of: equations, unknowns: 6).map(ModuleLight.init)
        }

        /// The share of what the values vary, 0…1.
        func unexplained(by light: ModuleLight) -> Double {
            let explained = (0..<6).reduce(0) { $0 + light.factors[$1] * equations[$1 * 7 + 6] }
            return max(0, squares - explained) / max(squares - sum * sum / weight, 1e-9)
        }
    }
}
