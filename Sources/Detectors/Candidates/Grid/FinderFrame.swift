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

    /// The frame with the directions that the pattern's own edges have: on a bent surface they are not those of the lines
    /// to the other patterns.
    func sheared(in luma: LumaSampler, isInverted: Bool) -> FinderFrame {
        var frame = self
        // First from within the dark middle; then from the outer ring, whose ends are farther apart.
        for (offset, changes) in [(1.1, 3), (1.1, 3), (2.9, 1)] {
            let row = frame.slope(
                of: frame.across, along: frame.down, offset, changes, in: luma, isInverted: isInverted)
            let column = frame.slope(
                of: frame.down, along: frame.across, offset, changes, in: luma, isInverted: isInverted)
            let (across, down) = (frame.across, frame.down)
            frame.across = CGPoint(x: across.x + row * down.x, y: across.y + row * down.y)
            frame.down = CGPoint(x: down.x + column * across.x, y: down.y + column * across.y)
            frame.adjust(\.across, sideways: frame.down, in: luma, isInverted: isInverted)
            frame.adjust(\.down, sideways: frame.across, in: luma, isInverted: isInverted)
        }
        return frame
    }

    /// How many modules of `direction` farther the pattern's two edges across it are, one module of `side` on; 0 where they
    /// are not seen.
    private func slope(
        of side: CGPoint, along direction: CGPoint, _ offset: Double, _ changes: Int, in luma: LumaSampler,
        isInverted: Bool
    ) -> Double {
        let opposite = CGPoint(x: -direction.x, y: -direction.y)
        func middle(_ offset: Double) -> Double? {
            let start = CGPoint(x: center.x + offset * side.x, y: center.y + offset * side.y)
            guard
                let ahead = edge(from: start, direction, after: changes, in: luma, isInverted: isInverted),
                let back = edge(from: start, opposite, after: changes, in: luma, isInverted: isInverted)
            else { return nil }
            return (ahead - back) / 2
        }
        guard let first = middle(-offset), let second = middle(offset) else { return 0 }
        return (second - first) / (2 * offset)
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
            if let a = edge(from: start, direction, after: 3, in: luma, isInverted: isInverted),
                let b = edge(from: start, opposite, after: 3, in: luma, isInverted: isInverted)
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

    /// How many steps of `direction` (about a module) away the pattern ends: from its middle after three changes (dark,
    /// light, dark, light), from its ring after one.
    private func edge(
        from start: CGPoint, _ direction: CGPoint, after count: Int, in luma: LumaSampler, isInverted: Bool
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
                if changes == count {
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
