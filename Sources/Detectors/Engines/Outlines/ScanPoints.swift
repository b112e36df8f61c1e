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

    /// Where among its scan lines some lie that are looked at; and how much shorter or longer than most the middle one may be, or how many
    /// bars a line may lose in noise, as a share.
    private static let (parts, tolerance) = ([0.1, 0.3, 0.7, 0.9], 0.1)

    private var isHorizontal: Bool { direction == .right || direction == .left }

    /// The symbol's four corners in the contract's order; four times one point, which is no place, where only an end of it is known.
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

    /// The outer edges of the first and the last bar as read, on the middle one of its scan lines; on another one where that seems to be
    /// shorter or longer than most are, as under a stamp. Nil where no bars are found.
    func line(in plane: Plane) -> (start: CGPoint, end: CGPoint)? {
        let across = points.map { isHorizontal ? $0.y : $0.x }.sorted()
        let along = points.map { isHorizontal ? $0.x : $0.y }
        guard let low = along.min(), let high = along.max() else { return nil }
        let middle = (low + high) / 2
        let unit =
            switch direction {
            case .right: CGPoint(x: 1, y: 0)
            case .down: CGPoint(x: 0, y: 1)
            case .left: CGPoint(x: -1, y: 0)
            case .up: CGPoint(x: 0, y: -1)
            }
        func scanned(at place: Double) -> Line? {
            let seed =
                isHorizontal ? CGPoint(x: middle, y: place + 0.5) : CGPoint(x: place + 0.5, y: middle)
            return self.line(in: plane, through: seed, along: unit)
        }
        let middleOne = scanned(at: across[across.count / 2])
        var lines = Self.parts.compactMap { scanned(at: across[Int($0 * Double(across.count))]) }
        if let middleOne { lines.append(middleOne) }
        func width(_ line: Line) -> Double {
            hypot(line.end.x - line.start.x, line.end.y - line.start.y)
        }
        lines.sort { width($0) < width($1) }
        guard var first = lines.isEmpty ? nil : lines[lines.count / 2] else { return nil }
        if let middleOne, abs(width(middleOne) / width(first) - 1) <= Self.tolerance { first = middleOne }
        // A scan line may leave a leaning symbol through its top or bottom; the one across its bars does not, unless these lean several
        // ways or what was read lies near an edge.
        let center = CGPoint(x: (first.start.x + first.end.x) / 2, y: (first.start.y + first.end.y) / 2)
        let up = CGPoint(x: unit.y, y: -unit.x)
        let length = width(first)
        let slope = BarProfile(
            in: plane, origin: CGPoint(x: center.x - unit.x * length / 4, y: center.y - unit.y * length / 4),
            along: unit, up: up, length: length / 2
        ).slope(direction: 1, step: max(1, length / 200))
        let norm = (1 + slope * slope).squareRoot()
        let normal = CGPoint(x: (unit.x - slope * up.x) / norm, y: (unit.y - slope * up.y) / norm)
        guard let upright = self.line(in: plane, through: center, along: normal),
            Double(upright.runs) >= (1 - Self.tolerance) * Double(first.runs)
        else { return (first.start, first.end) }
        return (upright.start, upright.end)
    }

    /// From the first bar's outer edge to the last one's, and how many bars and spaces that are.
    private typealias Line = (start: CGPoint, end: CGPoint, runs: Int)

    private func line(in plane: Plane, through point: CGPoint, along unit: CGPoint) -> Line? {
        BarRuns(of: plane, through: point, along: unit)?.extent(widestRun: widestRun).map { extent in
            (
                CGPoint(x: point.x + unit.x * extent.start, y: point.y + unit.y * extent.start),
                CGPoint(x: point.x + unit.x * extent.end, y: point.y + unit.y * extent.end), extent.runs
            )
        }
    }

    /// The box around the points' pixels, its corners from the top left of the symbol as read, counter-clockwise.
    private var box: [CGPoint] {
        let around = CGRect(around: points)
        guard (isHorizontal ? around.width : around.height) >= BarOutline.shortest else {
            return [CGPoint](repeating: around.origin, count: 4)
        }
        let box = CGRect(
            x: around.minX, y: around.minY, width: around.width + 1, height: around.height + 1
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
