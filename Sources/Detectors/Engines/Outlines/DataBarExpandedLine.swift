import Foundation
import MetadataOutput

/// Which way a GS1 DataBar Expanded symbol runs along a line, by its finder patterns: zbar puts it together from pieces of several lines
/// and tells the direction of one of them, now and then the other way round.
enum DataBarExpandedLine {
    /// How much better the finder patterns must fit from the other end, in modules.
    private static let clearness = 2.0

    /// Whether a symbol begins at the end of a line; false where the line does not tell, as in a row of a stacked one.
    ///
    /// - Parameters:
    ///   - start: The outer edge of the first bar, in continuous coordinates of the plane.
    ///   - end: That of the last bar.
    static func isReversed(in plane: Plane, from start: CGPoint, to end: CGPoint) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = hypot(dx, dy)
        guard length >= BarOutline.shortest else { return false }
        let unit = CGPoint(x: dx / length, y: dy / length)
        guard let line = BarRuns(of: plane, through: start, along: unit) else { return false }
        let edges = line.edgesFromBar.prefix { $0 <= length + 1 }
        let runs = zip(edges, edges.dropFirst()).map { $1 - $0 }
        guard let forwards = deviation(of: runs), let backwards = deviation(of: runs.reversed()) else {
            return false
        }
        return forwards - backwards > clearness
    }

    /// How far the runs of a symbol are from finder patterns where these should be, in modules; nil where no symbol has so many runs.
    private static func deviation(of runs: [Double]) -> Double? {
        typealias Shape = DataBarExpandedShape
        guard let finders = Shape.finders(ofRuns: runs.count) else { return nil }
        return finders.reduce(0) { sum, finder in
            let seen = runs[finder.place..<finder.place + finder.widths.count]
            let module = seen.reduce(0, +) / Double(finder.widths.reduce(0, +))
            return sum + zip(seen, finder.widths).reduce(0) { $0 + abs($1.0 / module - Double($1.1)) }
        }
    }
}
