import Foundation

/// A Gaussian that modules run into each other by: what a lens out of focus, a hand that moves and few pixels a module do to edges is near
/// enough one, longer one way than the other where something moved.
struct BlurShape {
    /// How many modules to either side run into one.
    static let reach = 3
    /// The modules of which ``weights`` tell, a side.
    static let side = 2 * reach + 1

    /// What a search for one keeps to.
    private static let lengths = 0.2...2.5

    /// Standard deviations in modules.
    var along, across: Double
    /// Where `along` leads, in radians from the rows.
    var angle = 0.0

    var wider: Double { max(along, across) }
    var narrower: Double { min(along, across) }

    /// How much of each of 7 × 7 modules is in the one in their middle, row by row; the sum is 1.
    var weights: [Float] {
        let (c, s) = (cos(angle), sin(angle))
        let (a, b) = (1 / (along * along), 1 / (across * across))
        let (xx, xy, yy) = (c * c * a + s * s * b, c * s * (a - b), s * s * a + c * c * b)
        // Of each module the mean of five samples a side.
        let parts = 5
        var weights = [Double](repeating: 0, count: Self.side * Self.side)
        for y in 0..<Self.side * parts {
            let dy = (Double(y) + 0.5) / Double(parts) - Double(Self.reach) - 0.5
            for x in 0..<Self.side * parts {
                let dx = (Double(x) + 0.5) / Double(parts) - Double(Self.reach) - 0.5
                weights[y / parts * Self.side + x / parts] += exp(
                    -(xx * dx * dx + 2 * xy * dx * dy + yy * dy * dy) / 2)
            }
        }
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) }
    }

    /// The shapes that differ from it by a factor of one length, or by some of a right angle.
    func neighbours(factor: Double) -> [BlurShape] {
        var shapes = [
            BlurShape(along: along * factor, across: across, angle: angle),
            BlurShape(along: along / factor, across: across, angle: angle),
            BlurShape(along: along, across: across * factor, angle: angle),
            BlurShape(along: along, across: across / factor, angle: angle),
            BlurShape(along: along * factor, across: across * factor, angle: angle),
            BlurShape(along: along / factor, across: across / factor, angle: angle),
        ]
        if along == across {
            // Longer one way, in four directions.
            shapes += (0..<4).map {
                BlurShape(along: along * factor, across: across / factor, angle: Double($0) * .pi / 4)
            }
        } else {
            let turn = (factor - 1) * .pi / 4
            shapes += [turn, -turn].map { BlurShape(along: along, across: across, angle: angle + $0) }
        }
        return shapes.filter { Self.lengths.contains($0.along) && Self.lengths.contains($0.across) }
    }
}
