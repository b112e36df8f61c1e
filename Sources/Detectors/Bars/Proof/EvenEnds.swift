import Foundation

/// A linear symbol's outline with both of its ends of about the same height.
///
/// Where a spot ends a piece of a symbol, that end is as high as the spot: beside it the symbol's bars go on, and lines that lead to
/// the spot do not show it.
enum EvenEnds {
    /// An end lower than this share of the other is one that something covers: no symbol that is seen so much askew can be read.
    private static let least = 0.25

    /// The corners, the lower end as high as the other where it is much lower.
    ///
    /// - Parameter corners: Four: top left, bottom left, bottom right, top right.
    static func corners(of corners: [CGPoint]) -> [CGPoint] {
        let first = Line(from: corners[0], to: corners[1])
        let last = Line(from: corners[3], to: corners[2])
        if first.length < last.length * least {
            let end = last.moved(beside: first)
            return [end.from, end.to, corners[2], corners[3]]
        }
        if last.length < first.length * least {
            let end = first.moved(beside: last)
            return [corners[0], corners[1], end.to, end.from]
        }
        return corners
    }

    private struct Line {
        let from: CGPoint
        let to: CGPoint

        private var way: CGPoint { CGPoint(x: to.x - from.x, y: to.y - from.y) }
        var length: Double { hypot(way.x, way.y) }

        /// The line moved at a right angle to itself to where another one's middle is.
        func moved(beside other: Line) -> Line {
            let (middle, way, length) = (other.middle, way, length)
            let (x, y) = (way.x / length, way.y / length)
            let share = min(max(((middle.x - from.x) * x + (middle.y - from.y) * y) / length, 0), 1)
            let start = CGPoint(x: middle.x - share * way.x, y: middle.y - share * way.y)
            return Line(from: start, to: CGPoint(x: start.x + way.x, y: start.y + way.y))
        }

        private var middle: CGPoint { CGPoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2) }
    }
}
