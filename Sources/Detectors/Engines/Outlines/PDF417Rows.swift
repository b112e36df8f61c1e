import Foundation
import MetadataOutput

/// Which way a PDF417's rows follow each other, by their clusters: bars and spaces of row 0, 3, 6 … have cluster number 0, those of
/// row 1, 4, 7 … 3, the others 6 (ISO/IEC 15438). Engines read a symbol seen from behind by its row numbers and do not tell.
enum PDF417Rows {
    /// Runs and modules of a pattern or codeword.
    private static let (runs, modules) = (8, 17.0)
    /// Lines of each row that are looked at, rows that a symbol may have, and the room around a symbol, in pixels.
    private static let (linesOfRow, mostRows, margin) = (3, 90, 8.0)
    /// How much more often rows must follow each other backwards than forwards.
    private static let majority = 2
    /// How often they must at least, if there are so many rows: one line that is read wrongly between two rows makes two such steps.
    private static let fewestSteps = 3

    /// Whether row 0 is at the bottom.
    ///
    /// - Parameters:
    ///   - plane: Where the symbol was read.
    ///   - corners: The symbol's, clockwise from where its start pattern begins in the first row if it is not mirrored, in
    ///     continuous coordinates.
    ///   - rows: How many it has; nil if nobody knows.
    static func areReversed(in plane: Plane, corners: [CGPoint], rows: Int?) -> Bool {
        // Of the symbol alone: lines go to the edge of what they are in.
        let symbol = View(plane).crop(around: CGRect(around: corners).insetBy(dx: -margin, dy: -margin))
        guard let place = symbol.toPicture.inverse else { return false }
        let (plane, corners) = (symbol.plane, corners.map { place($0) })
        let (left, right) = ((top: corners[0], bottom: corners[3]), (top: corners[1], bottom: corners[2]))
        let (dx, dy) = (left.bottom.x - left.top.x, left.bottom.y - left.top.y)
        let height = hypot(dx, dy)
        guard height >= 1 else { return false }
        let mostLines = linesOfRow * (rows ?? mostRows)
        let lines = min(mostLines, Int(height.rounded(.up)))
        let clusters = (0..<lines).compactMap { line -> (line: Int, cluster: Int)? in
            // Along the row: in perspective what is at right angles to the edge leads into another one. Where no engine found the other
            // side, whose corners are one then, that is all there is.
            let part = (Double(line) + 0.5) / Double(lines)
            let start = between(left.top, left.bottom, part)
            let end = between(right.top, right.bottom, part)
            let (x, y) = right.top == right.bottom ? (dy, -dx) : (end.x - start.x, end.y - start.y)
            let length = hypot(x, y)
            guard length >= 1,
                let runs = BarRuns(
                    of: plane, through: start, along: CGPoint(x: x / length, y: y / length)),
                let cluster = cluster(of: runs.edgesFromBar)
            else { return nil }
            return (line, cluster)
        }
        // Where lines between are not read a row may be left out, after which the next one's cluster is that of the one before.
        let reach = max(1, linesOfRow * lines / mostLines)
        let steps = zip(clusters, clusters.dropFirst()).filter { $1.line - $0.line <= reach }
            .map { ($1.cluster - $0.cluster + 9) % 9 }
        let (backwards, forwards) = (steps.count { $0 == 6 }, steps.count { $0 == 3 })
        return backwards >= min(fewestSteps, (rows ?? mostRows) - 1) && backwards > majority * forwards
    }

    private static func between(_ top: CGPoint, _ bottom: CGPoint, _ part: Double) -> CGPoint {
        CGPoint(x: top.x + (bottom.x - top.x) * part, y: top.y + (bottom.y - top.y) * part)
    }

    /// The cluster of the codeword behind the start pattern; nil where there is none.
    ///
    /// - Parameter edges: Distances of the changes behind the start pattern's first bar.
    private static func cluster(of edges: [Double]) -> Int? {
        guard edges.count > 2 * runs, abs(widths(edges, from: 0)[0] - 8) < 1 else { return nil }
        let bars = widths(edges, from: runs).enumerated().filter { $0.offset.isMultiple(of: 2) }
            .map { Int($0.element.rounded()) }
        let cluster = (bars[0] - bars[1] + bars[2] - bars[3] + 9) % 9
        return [0, 3, 6].contains(cluster) ? cluster : nil
    }

    /// Of a codeword's bars and spaces, in modules.
    private static func widths(_ edges: [Double], from first: Int) -> [Double] {
        let module = (edges[first + runs] - edges[first]) / modules
        return (first..<first + runs).map { (edges[$0 + 1] - edges[$0]) / module }
    }
}
