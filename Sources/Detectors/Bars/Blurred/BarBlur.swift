import Foundation

/// What a blur makes of an edge between a bar and a space: across bars it has one direction.
struct BarBlur {
    /// How light that belongs to a place is spread.
    enum Shape: CaseIterable, Sendable {
        /// Many small causes together: a lens, pixels, a resampled picture.
        case gaussian
        /// A lens out of focus: the disc that a point becomes, seen from the side.
        case disc
        /// Something that moved while the shutter was open.
        case streak
    }

    let shape: Shape
    /// Standard deviation, in samples of a profile.
    var deviation: Double
    private let table: Table

    init(shape: Shape, deviation: Double) {
        (self.shape, self.deviation, table) = (shape, deviation, .of(shape))
    }

    /// How far it reaches to either side, in samples.
    var reach: Double { Table.reach * deviation }

    /// How much of an edge's step is seen so many samples after it: from 0 to 1.
    func step(at distance: Double) -> Double { value(at: distance, in: table.step) }

    /// How much of a point's light is seen so many samples beside it: ``step(at:)``'s derivative.
    func spread(at distance: Double) -> Double {
        value(at: distance, in: table.spread) / deviation
    }

    /// How much of the samples beside one is in it, the nearest in the middle; the sum is 1.
    var weights: [Float] {
        let reach = Int(reach.rounded(.up))
        return (-reach...reach).map { Float(step(at: Double($0) + 0.5) - step(at: Double($0) - 0.5)) }
    }

    private func value(at distance: Double, in table: [Double]) -> Double {
        let place = (distance / deviation + Table.reach) * Table.density
        if place <= 0 { return table[0] }
        if place >= Double(table.count - 1) { return table[table.count - 1] }
        let index = Int(place)
        return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
    }

    /// Both functions of a blur of deviation 1: they are asked for some million times a strip.
    private struct Table {
        /// Standard deviations to either side.
        static let reach = 3.0
        static let density = 64.0

        let step: [Double]
        let spread: [Double]

        private static let tables = Dictionary(
            uniqueKeysWithValues: Shape.allCases.map { ($0, Table($0)) })

        static func of(_ shape: Shape) -> Table { tables[shape] ?? Table(shape) }

        private init(_ shape: Shape) {
            let places = (0...Int(2 * Self.reach * Self.density)).map {
                Double($0) / Self.density - Self.reach
            }
            switch shape {
            case .gaussian:
                step = places.map { (1 + erf($0 / 2.0.squareRoot())) / 2 }
                spread = places.map { exp(-$0 * $0 / 2) / (2 * .pi).squareRoot() }
            case .disc:
                // Of radius 2: what is seen of it from the side is a half of an ellipse.
                let inside = places.map { min(max($0, -2), 2) }
                step = inside.map { 0.5 + $0 * (4 - $0 * $0).squareRoot() / (4 * .pi) + asin($0 / 2) / .pi }
                spread = inside.map { (4 - $0 * $0).squareRoot() / (2 * .pi) }
            case .streak:
                let half = 3.0.squareRoot()
                step = places.map { min(max(0.5 + $0 / (2 * half), 0), 1) }
                spread = places.map { abs($0) < half ? 1 / (2 * half) : 0 }
            }
        }
    }
}
