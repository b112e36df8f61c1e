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
        let (plane, top, bottom) = (symbol.plane, place(corners[0]), place(corners[3]))
        let (dx, dy) = (bottom.x - top.x, bottom.y - top.y)
        let height = hypot(dx, dy)
        guard height >= 1 else { return false }
        let ahead = CGPoint(x: dy / height, y: -dx / height)
        let lines = min(linesOfRow * (rows ?? mostRows), Int(height.rounded(.up)))
        let clusters = (0..<lines).compactMap { line in
            let part = (Double(line) + 0.5) / Double(lines)
            return BarRuns(
                of: plane, through: CGPoint(x: top.x + dx * part, y: top.y + dy * part), along: ahead
            ).flatMap { cluster(of: $0.edgesFromBar) }
        }
        let steps = zip(clusters, clusters.dropFirst()).map { ($1 - $0 + 9) % 9 }
        return steps.count { $0 == 6 } > majority * steps.count { $0 == 3 }
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
