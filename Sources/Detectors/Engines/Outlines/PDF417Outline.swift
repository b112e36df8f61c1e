import Foundation
import MetadataOutput

/// Finds the side of a PDF417 that an engine did not: a compact one has no stop pattern, a damaged one may have lost one of
/// both. From the side that is known, lines go codeword by codeword to the light ground behind the last one.
struct PDF417Outline {
    /// The side to start from, as the symbol stands.
    enum Side {
        case left, right
    }

    /// Bars and spaces of a codeword, and its modules; the start pattern has as many.
    private static let (runs, modules) = (8, 17.0)
    /// Those of the stop pattern.
    private static let (stopRuns, stopModules) = (9, 18.0)
    /// Modules of the start pattern's first bar.
    private static let firstBar = 8.0
    /// Start pattern, row indicators, one column of data.
    private static let fewestGroups = 4
    /// No space of a symbol is wider, in modules.
    private static let widestSpace = 6.5
    /// Part by which a codeword may be wider or narrower than the one before.
    private static let tolerance = 0.25
    /// Lines that are followed, and how many of each half must come to an end.
    private static let (lines, fewestLines) = (30, 4)

    /// The other side's ends, upper and lower as the symbol stands.
    let top: CGPoint
    let bottom: CGPoint

    /// - Parameters:
    ///   - side: The one that is known.
    ///   - top: Its upper end as the symbol stands, in continuous coordinates of the plane.
    ///   - bottom: Its lower end.
    ///   - isMirrored: Whether the symbol is seen from behind.
    init?(in plane: Plane, from side: Side, top: CGPoint, bottom: CGPoint, isMirrored: Bool) {
        let (dx, dy) = (bottom.x - top.x, bottom.y - top.y)
        let height = hypot(dx, dy)
        guard height >= 4 else { return nil }
        let sign: Double = (side == .left) == isMirrored ? -1 : 1
        let inward = CGPoint(x: sign * dy / height, y: -sign * dx / height)
        func point(_ part: Double, _ distance: Double) -> CGPoint {
            CGPoint(x: top.x + dx * part + inward.x * distance, y: top.y + dy * part + inward.y * distance)
        }
        // The middle of what both halves' lines say: some lie between two rows or cross damage.
        func middle(of half: Range<Int>) -> Double? {
            let distances = half.compactMap { line in
                BarRuns(
                    of: plane, through: point((Double(line) + 0.5) / Double(Self.lines), 0), along: inward
                )
                .flatMap { Self.end(of: $0, from: side) }
            }.sorted()
            return distances.count < Self.fewestLines ? nil : distances[distances.count / 2]
        }
        guard let upper = middle(of: 0..<Self.lines / 2), let lower = middle(of: Self.lines / 2..<Self.lines)
        else { return nil }
        // They are a quarter of the height from the ends.
        self.top = point(0, upper + (upper - lower) / 2)
        self.bottom = point(1, lower + (lower - upper) / 2)
    }

    /// How far the symbol goes along a line from its known side; nil where the line does not show the codewords.
    private static func end(of line: BarRuns, from side: Side) -> Double? {
        let edges = line.edgesFromBar
        guard edges.count > stopRuns else { return nil }
        var place = side == .left ? 0 : stopRuns
        var module = side == .left ? edges[1] / firstBar : edges[stopRuns] / stopModules
        // A compact symbol's last codeword has one more bar behind it.
        let last = side == .left ? 1 : 0
        var groups = 0
        while place + last < edges.count {
            let end = edges[place + last]
            let isGround =
                place + last + 1 == edges.count || edges[place + last + 1] - end > module * widestSpace
            if isGround { return groups < fewestGroups ? nil : end }
            guard place + runs < edges.count else { return nil }
            let width = (edges[place + runs] - edges[place]) / modules
            guard abs(width / module - 1) <= tolerance else { return nil }
            (place, module, groups) = (place + runs, width, groups + 1)
        }
        return nil
    }
}
