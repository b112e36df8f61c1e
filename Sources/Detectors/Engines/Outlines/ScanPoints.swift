import Foundation
import MetadataOutput

/// Points on the scan lines that read a linear symbol, as zbar gives them: one at an end of each line.
struct ScanPoints {
    /// Where the symbol's characters run to, as seen.
    enum Direction {
        case right, down, left, up
    }

    let points: [CGPoint]
    let direction: Direction
    /// Width, in modules, over which a run is no part of the symbol: more than its widest element, less than its
    /// quiet zone.
    let widestRun: Double

    /// The symbol's four corners in the contract's order.
    ///
    /// - Parameters:
    ///   - line: Of ``line(in:)``.
    ///   - budget: As of ``BarOutline/corners(in:along:isTrack:within:)``.
    func outline(
        in plane: Plane, along line: (start: CGPoint, end: CGPoint)?, within budget: inout OutlineBudget
    ) -> [CGPoint] {
        guard let line else { return box }
        return BarOutline.corners(in: plane, along: [line], within: &budget)
    }

    /// The outer edges of the first and the last bar as read; nil where no bars are found.
    func line(in plane: Plane) -> (start: CGPoint, end: CGPoint)? {
        let isHorizontal = direction == .right || direction == .left
        let across = points.map { isHorizontal ? $0.y : $0.x }.sorted()
        let along = points.map { isHorizontal ? $0.x : $0.y }
        guard let low = along.min(), let high = along.max() else { return nil }
        let v = across[across.count / 2] + 0.5
        let middle = (low + high) / 2
        let unit =
            switch direction {
            case .right: CGPoint(x: 1, y: 0)
            case .down: CGPoint(x: 0, y: 1)
            case .left: CGPoint(x: -1, y: 0)
            case .up: CGPoint(x: 0, y: -1)
            }
        let seed = isHorizontal ? CGPoint(x: middle, y: v) : CGPoint(x: v, y: middle)
        guard let first = line(in: plane, through: seed, along: unit) else { return nil }
        // A scan line may leave a leaning symbol through its top or bottom; the one across its bars does not.
        let center = CGPoint(x: (first.start.x + first.end.x) / 2, y: (first.start.y + first.end.y) / 2)
        let up = CGPoint(x: unit.y, y: -unit.x)
        let length = hypot(first.end.x - first.start.x, first.end.y - first.start.y)
        let slope = BarProfile(
            in: plane, origin: CGPoint(x: center.x - unit.x * length / 4, y: center.y - unit.y * length / 4),
            along: unit, up: up, length: length / 2
        ).slope(direction: 1, step: max(1, length / 200))
        let norm = (1 + slope * slope).squareRoot()
        let normal = CGPoint(x: (unit.x - slope * up.x) / norm, y: (unit.y - slope * up.y) / norm)
        return line(in: plane, through: center, along: normal) ?? first
    }

    private func line(
        in plane: Plane, through point: CGPoint, along unit: CGPoint
    ) -> (start: CGPoint, end: CGPoint)? {
        BarRuns(of: plane, through: point, along: unit)?.extent(widestRun: widestRun).map { extent in
            (
                CGPoint(x: point.x + unit.x * extent.start, y: point.y + unit.y * extent.start),
                CGPoint(x: point.x + unit.x * extent.end, y: point.y + unit.y * extent.end)
            )
        }
    }

    /// The box around the points' pixels, its corners from the top left of the symbol as read, counter-clockwise.
    private var box: [CGPoint] {
        let points = CGRect(around: points)
        let box = CGRect(
            x: points.minX, y: points.minY, width: points.width + 1, height: points.height + 1
        ).corners
        let first =
            switch direction {
            case .right: 0
            case .down: 3
            case .left: 2
            case .up: 1
            }
        return (0..<4).map { box[(first + $0) % 4] }
    }
}

extension [CGPoint] {
    /// Whether the outline goes clockwise as seen, with y down.
    var isClockwise: Bool {
        doubleArea > 0
    }
}
