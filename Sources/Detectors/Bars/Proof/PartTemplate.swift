import Foundation

/// What a part looks like through a blur: samples with mean 0 and sum of squares 1.
struct PartTemplate {
    /// Two samples a module, from half a module before the part to half a module behind it.
    private static let stride = ShapeRow.stride
    /// Samples of a vector.
    static let lanes = SIMD8<Float>.scalarCount

    private let count: Int
    /// With zeros behind them up to a whole vector.
    private let samples: [SIMD8<Float>]

    /// - Parameters:
    ///   - widths: ``SymbolShape/Part/widths``.
    ///   - isFirst: Whether it begins in the quiet zone, which goes on before it.
    ///   - isLast: Whether it ends in the quiet zone, which goes on behind it.
    init(_ widths: [Float], beginsDark: Bool, isFirst: Bool = false, isLast: Bool = false, edge: SoftEdge) {
        let width = widths.reduce(0, +)
        let count = Int((width + 1) * Float(ShapeProfile.density / Self.stride))
        var values = [Float](repeating: beginsDark || isFirst ? 0 : 1, count: count)
        // Before the first element is the other colour, but for a quiet zone; so it is behind the last.
        var place: Float = 0
        var rises = beginsDark
        for (number, element) in ([0] + widths).enumerated() {
            place += element
            if (isFirst && number == 0) || (isLast && number == widths.count) {
                rises.toggle()
                continue
            }
            for index in 0..<count {
                let at = (Float(index) + 0.5) / Float(ShapeProfile.density / Self.stride) - 0.5
                let share = edge.share(at - place)
                values[index] += rises ? share : -share
            }
            rises.toggle()
        }
        let mean = values.reduce(0, +) / Float(count)
        let norm = max(values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot(), 1e-6)
        self.count = count
        samples = Swift.stride(from: 0, to: count, by: Self.lanes).map { start in
            var vector = SIMD8<Float>()
            for lane in 0..<min(Self.lanes, count - start) {
                vector[lane] = (values[start + lane] - mean) / norm
            }
            return vector
        }
    }

    /// The share of a variance that the template leaves unexplained of the samples from a place on, 0…1.
    func cost(in row: ShapeRow, at start: Int, variance: Float) -> Float {
        let from = start - ShapeProfile.density / 2 + Self.stride / 2
        guard from >= 0, from + (count - 1) * Self.stride < row.count else { return 1 }
        let (sum, squares) = row.moments(from: from, count: count)
        let own = Float(max(squares - sum * sum / Double(count), 0))
        let product = row.product(with: samples, from: from)
        let explained = product > 0 ? product * product : 0
        return min(max(own - explained, 0) / (variance * Float(count)), 1)
    }
}

/// An edge seen through a Gaussian blur.
struct SoftEdge {
    private static let resolution: Float = 16
    private static let reach: Float = 4
    private let shares: [Float]

    /// Through the blurs that are tried.
    static let usual = SoftEdge(blur: 0.5)
    static let others = [SoftEdge(blur: 0.25), SoftEdge(blur: 0.8), SoftEdge(blur: 1.1)]

    /// - Parameter blur: Its standard deviation, in modules.
    private init(blur: Float) {
        let count = Int(2 * Self.reach * Self.resolution) + 1
        shares = (0..<count).map { index in
            let place = Float(index) / Self.resolution - Self.reach
            return (1 + erf(place / (blur * Float(2).squareRoot()))) / 2
        }
    }

    /// How much of what lies behind the edge is seen at a distance behind it, in modules.
    func share(_ distance: Float) -> Float {
        let place = (distance + Self.reach) * Self.resolution
        if place <= 0 { return 0 }
        let index = Int(place)
        if index >= shares.count - 1 { return 1 }
        return shares[index] + (shares[index + 1] - shares[index]) * (place - Float(index))
    }
}
