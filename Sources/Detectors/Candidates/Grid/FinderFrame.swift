import Foundation

/// A finder pattern measured to fractions of a pixel: where its centre is and what a module is there.
struct FinderFrame {
    private(set) var center: CGPoint
    /// One module towards the symbol's right.
    private(set) var across: CGPoint
    /// One module towards the symbol's bottom.
    private(set) var down: CGPoint
    /// Between dark and light.
    private(set) var threshold: Double

    /// - Parameters:
    ///   - center: About its centre.
    ///   - across: About one module along the symbol's rows.
    ///   - down: About one module along its columns.
    init(center: CGPoint, across: CGPoint, down: CGPoint, in luma: LumaSampler, isInverted: Bool) {
        (self.center, self.across, self.down) = (center, across, down)
        threshold = Self.threshold(around: center, across, down, in: luma)
        // The second time from the place and in the sizes that the first time gave.
        for _ in 0..<2 {
            adjust(\.across, sideways: self.down, in: luma, isInverted: isInverted)
            adjust(\.down, sideways: self.across, in: luma, isInverted: isInverted)
        }
    }

    /// A place in modules from the centre.
    func place(_ column: Double, _ row: Double) -> CGPoint {
        CGPoint(
            x: center.x + column * across.x + row * down.x, y: center.y + column * across.y + row * down.y)
    }

    /// Finds the pattern's two outer edges along one axis and moves centre and module accordingly; leaves them
    /// where an edge is not where it can be.
    private mutating func adjust(
        _ axis: WritableKeyPath<Self, CGPoint>, sideways: CGPoint, in luma: LumaSampler, isInverted: Bool
    ) {
        let direction = self[keyPath: axis]
        var (ahead, back, count) = (0.0, 0.0, 0.0)
        // All three lines pass through the dark middle, which is three modules wide.
        for offset in [-0.8, 0, 0.8] {
            let start = CGPoint(x: center.x + offset * sideways.x, y: center.y + offset * sideways.y)
            let opposite = CGPoint(x: -direction.x, y: -direction.y)
            if let a = edge(from: start, direction, in: luma, isInverted: isInverted),
                let b = edge(from: start, opposite, in: luma, isInverted: isInverted)
            {
                (ahead, back, count) = (ahead + a, back + b, count + 1)
            }
        }
        guard count > 0 else { return }
        (ahead, back) = (ahead / count, back / count)
        let shift = (ahead - back) / 2
        center = CGPoint(x: center.x + shift * direction.x, y: center.y + shift * direction.y)
        let size = (ahead + back) / 7
        self[keyPath: axis] = CGPoint(x: direction.x * size, y: direction.y * size)
    }

    /// How many steps of `direction` (about a module) away the pattern ends: dark, light, dark, light.
    private func edge(
        from start: CGPoint, _ direction: CGPoint, in luma: LumaSampler, isInverted: Bool
    ) -> Double? {
        let step = 0.1
        var changes = 0
        var previous = luma.value(start.x, start.y)
        guard (previous < threshold) != isInverted else { return nil }
        for index in 1...60 {
            let distance = Double(index) * step
            let value = luma.value(start.x + distance * direction.x, start.y + distance * direction.y)
            if (value < threshold) != (previous < threshold) {
                changes += 1
                if changes == 3 {
                    let edge = distance - step * (value - threshold) / (value - previous)
                    return 2.3...4.9 ~= edge ? edge : nil
                }
            }
            previous = value
        }
        return nil
    }

    /// Half-way between what is dark and what is light within the pattern.
    private static func threshold(
        around center: CGPoint, _ across: CGPoint, _ down: CGPoint, in luma: LumaSampler
    ) -> Double {
        var values: [Double] = []
        for row in -4...4 {
            for column in -4...4 {
                let (c, r) = (Double(column), Double(row))
                values.append(
                    luma.value(center.x + c * across.x + r * down.x, center.y + c * across.y + r * down.y))
            }
        }
        values.sort()
        return (values[values.count / 8] + values[values.count * 7 / 8]) / 2
    }
}
