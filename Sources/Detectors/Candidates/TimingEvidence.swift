import Foundation

/// Whether the modules between three finder patterns alternate as a QR code's timing patterns do.
struct TimingEvidence {
    private let luma: LumaSampler
    private let toView: Homography
    private let scale: Double
    /// Modules of a long line that are looked at first.
    private static let probe = 14.0
    /// How many times more modules there may be to the right than below, or below than to the right, of a square that is seen steeply.
    private static let mostUneven = 1.3

    /// The share of places in a finder pattern's two rings that must be dark or light as they are.
    private static let squareness = 0.8

    /// - Parameters:
    ///   - view: What is looked at.
    ///   - luma: Reads its plane.
    init?(in view: View, luma: LumaSampler) {
        guard let toView = view.toPicture.inverse else { return nil }
        (self.luma, self.toView, scale) = (luma, toView, view.linearScale)
    }

    /// Whether both timing patterns are there.
    ///
    /// - Parameter areSkewed: Whether the three are far from the right isosceles triangle of a square seen from above. One that is seen
    ///   steeply has another two patterns at such a corner: modules are measured along both directions, there must be as many of them
    ///   to the right as below, and the patterns' own sides must lie along both.
    func supports(
        corner: FinderPattern, right: FinderPattern, below: FinderPattern, areSkewed: Bool = false
    ) -> Bool {
        let (c, r, b) = (toView(corner.center), toView(right.center), toView(below.center))
        let (across, down) = (Self.direction(from: c, to: r), Self.direction(from: c, to: b))
        func end(_ pattern: FinderPattern, at center: CGPoint, along: CGPoint, beside: CGPoint) -> End? {
            let size = pattern.moduleSize / scale
            guard areSkewed else {
                // Rows and columns cross a turned square on a longer way than its sides are.
                let module = size * max(abs(along.x), abs(along.y))
                return End(center: center, along: module, beside: module)
            }
            func module(_ direction: CGPoint) -> Double? {
                luma.finderModule(
                    at: center, along: direction, guess: size, isInverted: pattern.isInverted)
            }
            guard let first = module(along), let second = module(beside) else { return nil }
            let end = End(center: center, along: first, beside: second)
            return isSquare(end, along: along, beside: beside, isInverted: pattern.isInverted) ? end : nil
        }
        guard let rightStart = end(corner, at: c, along: across, beside: down),
            let rightEnd = end(right, at: r, along: across, beside: down),
            let belowStart = end(corner, at: c, along: down, beside: across),
            let belowEnd = end(below, at: b, along: down, beside: across)
        else { return false }
        if areSkewed {
            let (columns, rows) = (rightStart.modules(to: rightEnd), belowStart.modules(to: belowEnd))
            guard max(columns, rows) <= Self.mostUneven * min(columns, rows) else { return false }
        }
        return alternates(from: rightStart, to: rightEnd, along: across, beside: down)
            && alternates(from: belowStart, to: belowEnd, along: down, beside: across)
    }

    /// A finder pattern at one end of a timing pattern: its centre, and its modules along the timing pattern and to the side on which
    /// that lies, in pixels.
    private struct End {
        let center: CGPoint
        let along: Double
        let beside: Double

        func modules(to other: End) -> Double {
            hypot(other.center.x - center.x, other.center.y - center.y) / ((along + other.along) / 2)
        }
    }

    /// Whether the sides of a finder pattern lie along both directions: along a diagonal, too, its runs are 1:1:3:1:1, and the triangle
    /// of a symbol's three patterns seen from the wrong one is a steep one.
    private func isSquare(_ end: End, along: CGPoint, beside: CGPoint, isInverted: Bool) -> Bool {
        func value(_ column: Double, _ row: Double) -> Double {
            luma.value(
                end.center.x + column * end.along * along.x + row * end.beside * beside.x,
                end.center.y + column * end.along * along.y + row * end.beside * beside.y)
        }
        let sides = [-2.0, 0, 2]
        let ring = sides.flatMap { [value($0, 3), value($0, -3), value(3, $0), value(-3, $0)] }
        let gap = sides.flatMap { [value($0, 2), value($0, -2), value(2, $0), value(-2, $0)] }
        let middle = (ring.reduce(0, +) / Double(ring.count) + gap.reduce(0, +) / Double(gap.count)) / 2
        let right = ring.count { ($0 < middle) != isInverted } + gap.count { ($0 < middle) == isInverted }
        return Double(right) >= Self.squareness * Double(ring.count + gap.count)
    }

    private func alternates(from first: End, to second: End, along: CGPoint, beside: CGPoint) -> Bool {
        let (start, end, m, n) = (first.center, second.center, first.along, second.along)
        let expected = first.modules(to: second) - 8
        for offset in [3, 2.6, 3.4] {
            let from = CGPoint(
                x: start.x + 4 * m * along.x + offset * first.beside * beside.x,
                y: start.y + 4 * m * along.y + offset * first.beside * beside.y)
            // Most triples are none: of a long line the beginning says so.
            if expected > 2 * Self.probe {
                let to = CGPoint(x: from.x + Self.probe * m * along.x, y: from.y + Self.probe * m * along.y)
                let changes = TimingLine(start: from, end: to, module: m).changes(in: luma)
                if Double(changes) < 0.7 * Self.probe { continue }
            }
            let to = CGPoint(
                x: end.x - 4 * n * along.x + offset * second.beside * beside.x,
                y: end.y - 4 * n * along.y + offset * second.beside * beside.y)
            // Data would change half as often. Modules are measured to a tenth or so.
            let changes = Double(TimingLine(start: from, end: to, module: (m + n) / 2).changes(in: luma))
            if changes > 0.77 * expected - 0.5, changes < 1.25 * expected + 1.5 { return true }
        }
        return false
    }

    private static func direction(from a: CGPoint, to b: CGPoint) -> CGPoint {
        let length = max(hypot(b.x - a.x, b.y - a.y), 1e-9)
        return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
    }
}
