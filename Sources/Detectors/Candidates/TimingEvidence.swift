import Foundation

/// Whether the modules between three finder patterns alternate as a QR code's timing patterns do.
struct TimingEvidence {
    private let luma: LumaSampler
    private let toView: Homography
    private let scale: Double
    /// Modules of a long line that are looked at first.
    private static let probe = 14.0

    /// - Parameters:
    ///   - view: What is looked at.
    ///   - luma: Reads its plane.
    init?(in view: View, luma: LumaSampler) {
        guard let toView = view.toPicture.inverse else { return nil }
        (self.luma, self.toView, scale) = (luma, toView, view.linearScale)
    }

    /// Whether both timing patterns are there.
    func supports(corner: FinderPattern, right: FinderPattern, below: FinderPattern) -> Bool {
        let (c, r, b) = (toView(corner.center), toView(right.center), toView(below.center))
        let (across, down) = (Self.direction(from: c, to: r), Self.direction(from: c, to: b))
        return alternates(from: corner, at: c, to: right, at: r, along: across, beside: down)
            && alternates(from: corner, at: c, to: below, at: b, along: down, beside: across)
    }

    private func alternates(
        from first: FinderPattern, at start: CGPoint, to second: FinderPattern, at end: CGPoint,
        along: CGPoint, beside: CGPoint
    ) -> Bool {
        // Rows and columns cross a turned square on a longer way than its sides are.
        let turned = max(abs(along.x), abs(along.y))
        let (m, n) = (first.moduleSize / scale * turned, second.moduleSize / scale * turned)
        let expected = hypot(end.x - start.x, end.y - start.y) / ((m + n) / 2) - 8
        for offset in [3, 2.6, 3.4] {
            let from = CGPoint(
                x: start.x + m * (4 * along.x + offset * beside.x),
                y: start.y + m * (4 * along.y + offset * beside.y))
            // Most triples are none: of a long line the beginning says so.
            if expected > 2 * Self.probe {
                let to = CGPoint(x: from.x + Self.probe * m * along.x, y: from.y + Self.probe * m * along.y)
                let changes = TimingLine(start: from, end: to, module: m).changes(in: luma)
                if Double(changes) < 0.7 * Self.probe { continue }
            }
            let to = CGPoint(
                x: end.x - n * (4 * along.x - offset * beside.x),
                y: end.y - n * (4 * along.y - offset * beside.y))
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
