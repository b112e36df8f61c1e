import Foundation
import MetadataOutput

/// The outline of a GS1 DataBar whose rows are stacked, from the place of a pair of its first row.
///
/// ZXing tells where it read a pair of the first row: of a symbol of several columns neither its width nor all of its rows. A row
/// is as wide as its bars go on; the next begins below a separator, and with a pair at its left (ISO/IEC 24724:2011, 5.3.2 and
/// 7.2.8).
enum StackOutline {
    /// Modules of a pair: two characters around a finder; of DataBar Stacked, a row with its guards is one more.
    private static let pairWidth = 49.0
    /// A row's first line that is looked at lies so many modules below the row above: a separator is 3 high at most.
    private static let separator = 4.0
    /// Least height of a row, in modules: the lower one of DataBar Stacked has 7, the upper one 5.
    private static let lowestRow = 3.5
    /// Fewest changes between dark and light in a pair's width: 21 elements, of which blur may swallow some.
    private static let fewestEdges = 14
    /// Most rows: 11 pairs, one a row.
    private static let mostRows = 11
    /// Modules before or behind a pair that may belong to its row where that has no other pair: guards of two.
    private static let widestGuard = 3.0
    /// Part of the first row's width that a row has which ends where that does: the last may have fewer pairs.
    private static let fullWidth = 0.9

    /// Four corners in the contract's order; nil where no bars can be followed.
    ///
    /// - Parameters:
    ///   - position: A pair of the first row from its left to its right as the symbol is read, and a place farther on.
    ///   - isExpanded: Whether rows may have several pairs.
    static func corners(
        in plane: Plane, around position: [CGPoint], isExpanded: Bool
    ) -> [CGPoint]? {
        let pair = (position[1] - position[0]).length
        let module = pair / pairWidth
        // What stands beside a label has bars too, or looks like some.
        let most = isExpanded ? .infinity : widestGuard * module
        guard
            let first = Row(in: plane, from: position[0], to: position[1])?.widened(in: plane, by: most)
        else { return nil }
        var (last, full) = (first, first)
        for _ in 1..<mostRows {
            guard let next = last.next(in: plane, pair: pair, module: module, by: most) else { break }
            last = next
            if next.width >= fullWidth * first.width { full = next }
        }
        let right = Line(from: first.topRight, to: full.bottomRight)
        let bottom = Line(from: last.bottomLeft, to: last.bottomRight)
        return [first.topLeft, last.bottomLeft, right.crossing(bottom) ?? last.bottomRight, first.topRight]
    }

    /// A part of a row, or all of it.
    private struct Row {
        let (topLeft, bottomLeft, bottomRight, topRight): (CGPoint, CGPoint, CGPoint, CGPoint)

        private init(corners: [CGPoint]) {
            (topLeft, bottomLeft, bottomRight, topRight) = (corners[0], corners[1], corners[2], corners[3])
        }

        /// The bars that a line crosses.
        init?(in plane: Plane, from start: CGPoint, to end: CGPoint) {
            guard let corners = BarOutline(in: plane, from: start, to: end)?.followed else { return nil }
            self.init(corners: corners)
        }

        private var left: CGPoint { (topLeft + bottomLeft) * 0.5 }
        private var right: CGPoint { (topRight + bottomRight) * 0.5 }
        var width: Double { (right - left).length }
        private var height: Double {
            ((bottomLeft + bottomRight) * 0.5 - (topLeft + topRight) * 0.5).length
        }
        private var along: CGPoint { (right - left) * (1 / width) }

        private func runs(in plane: Plane) -> BarRuns? {
            BarRuns(of: plane, through: (left + right) * 0.5, along: along)
        }

        /// As wide as its bars go on to both sides, and as high as they are there.
        ///
        /// - Parameter most: How far they may go on; where they go on farther they are others.
        func widened(in plane: Plane, by most: Double) -> Row? {
            // No element has more than 9 modules (24724, tables 1 and 5).
            guard var extent = runs(in: plane)?.extent(widestRun: 12) else { return nil }
            if -extent.start > width / 2 + most { extent.start = -width / 2 }
            if extent.end > width / 2 + most { extent.end = width / 2 }
            let middle = (left + right) * 0.5
            // What a part's edges say of the rest is wrong by as many times as the rest is wider.
            let whole = Row(
                in: plane, from: middle + along * extent.start, to: middle + along * extent.end)
            if let whole, Row.likeHeights.contains(whole.height / height) { return whole }
            let (before, behind) = (-extent.start - width / 2, extent.end - width / 2)
            let top = (topRight - topLeft) * (1 / width)
            let bottom = (bottomRight - bottomLeft) * (1 / width)
            return Row(corners: [
                topLeft - top * before, bottomLeft - bottom * before, bottomRight + bottom * behind,
                topRight + top * behind,
            ])
        }

        /// Heights of a row by those of a pair of it; where they differ by more, something else was followed.
        private static let likeHeights = 0.75...1.4

        /// The one below; nil where there is none.
        ///
        /// - Parameters:
        ///   - pair: The width of a pair, in pixels.
        ///   - module: The same of a module.
        ///   - most: As of ``widened(in:by:)``.
        func next(in plane: Plane, pair: Double, module: Double, by most: Double) -> Row? {
            let side = bottomLeft - topLeft
            let start = bottomLeft + side * (separator * module / side.length)
            let end = start + (bottomRight - bottomLeft) * (pair / (bottomRight - bottomLeft).length)
            guard let part = Row(in: plane, from: start, to: end), part.height >= lowestRow * module,
                part.runs(in: plane)?.edges(within: pair / 2) ?? 0 >= fewestEdges
            else { return nil }
            return part.widened(in: plane, by: most) ?? part
        }
    }

    /// A straight line through two points.
    private struct Line {
        private let start, way: CGPoint

        init(from start: CGPoint, to end: CGPoint) {
            (self.start, way) = (start, end - start)
        }

        /// Where it crosses another; nil where they are next to parallel.
        func crossing(_ other: Line) -> CGPoint? {
            let sine = way.cross(other.way)
            guard abs(sine) > 0.1 * way.length * other.way.length else { return nil }
            return start + way * ((other.start - start).cross(other.way) / sine)
        }
    }
}

extension CGPoint {
    fileprivate static func + (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x + b.x, y: a.y + b.y) }
    fileprivate static func - (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x - b.x, y: a.y - b.y) }
    fileprivate static func * (a: CGPoint, factor: Double) -> CGPoint {
        CGPoint(x: a.x * factor, y: a.y * factor)
    }
    fileprivate var length: Double { hypot(x, y) }
    fileprivate func cross(_ other: CGPoint) -> Double { x * other.y - y * other.x }
}
