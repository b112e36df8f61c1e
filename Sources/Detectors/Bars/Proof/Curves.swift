/// Values along a symbol, and what orthonormal curves explain of them: least squares.
enum Curves {
    /// What orthonormal curves leave of values.
    static func open(_ values: [Float], beside curves: [[Float]]) -> [Float] {
        curves.reduce(values) { values, curve in
            let share = product(values, curve)
            return zip(values, curve).map { $0 - share * $1 }
        }
    }

    /// Values as a curve of length 1; nil where nothing is left of them.
    static func unit(_ values: [Float]) -> [Float]? {
        let norm = product(values, values).squareRoot()
        return norm > 1e-3 ? values.map { $0 / norm } : nil
    }

    static func product(_ a: [Float], _ b: [Float]) -> Float {
        zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
