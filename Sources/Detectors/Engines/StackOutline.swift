import Foundation
import MetadataOutput

/// The outline of a GS1 DataBar whose rows are stacked, from the place of a pair of its first row.
///
/// ZXing tells where it read a pair of the first row and one farther on: of a symbol of several columns neither its width nor
/// all of its rows. A row is as wide as its bars go on; the next begins below a separator, and with a pair at its left (ISO/IEC
/// 24724:2011, 5.3.2 and 7.2.8).
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

    /// Four corners in the contract's order; nil where no bars can be followed.
    ///
    /// - Parameter position: A pair of the first row from its left to its right or the other way round, then a place farther down:
    ///   a line's two ends each, the second's the other way round.
    static func corners(in plane: Plane, around position: [CGPoint]) -> [CGPoint]? {
        var (left, right) = (position[0], position[1])
        let down = middle(position[2], position[3]) - middle(left, right)
        // A pair that lies upside down is read from its right.
        if (right - left).cross(down) < 0 { swap(&left, &right) }
        guard let pair = Row(in: plane, from: left, to: right), let first = pair.widened(in: plane) else {
            return nil
        }
        let module = (right - left).length / pairWidth
        var last = first
        for _ in 1..<mostRows {
            let below = last.bottomLeft + first.down * (separator * module)
            guard
                let next = Row(in: plane, from: below, to: below + first.along * (pairWidth * module)),
                next.height >= lowestRow * module, next.edges(in: plane) >= fewestEdges
            else { break }
            last = next
        }
        // The last row may have fewer pairs than the others.
        return [
            first.topLeft, last.bottomLeft, last.bottomLeft + (first.topRight - first.topLeft),
            first.topRight,
        ]
    }

    private static func middle(_ a: CGPoint, _ b: CGPoint) -> CGPoint { (a + b) * 0.5 }

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

        private var left: CGPoint { middle(topLeft, bottomLeft) }
        private var right: CGPoint { middle(topRight, bottomRight) }
        private var width: Double { (right - left).length }
        var height: Double { (middle(bottomLeft, bottomRight) - middle(topLeft, topRight)).length }
        /// Unit vectors.
        var along: CGPoint { (right - left) * (1 / width) }
        var down: CGPoint { CGPoint(x: -along.y, y: along.x) }

        private func runs(in plane: Plane) -> BarRuns? {
            BarRuns(of: plane, through: middle(left, right), along: along)
        }

        func edges(in plane: Plane) -> Int { runs(in: plane)?.edges(within: width / 2) ?? 0 }

        /// As wide as its bars go on to both sides.
        func widened(in plane: Plane) -> Row? {
            // No element has more than 9 modules (24724, tables 1 and 5).
            guard let extent = runs(in: plane)?.extent(widestRun: 12) else { return nil }
            let (before, behind) = (max(0, -extent.start - width / 2), max(0, extent.end - width / 2))
            let top = (topRight - topLeft) * (1 / width)
            let bottom = (bottomRight - bottomLeft) * (1 / width)
            return Row(corners: [
                topLeft - top * before, bottomLeft - bottom * before, bottomRight + bottom * behind,
                topRight + top * behind,
            ])
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
