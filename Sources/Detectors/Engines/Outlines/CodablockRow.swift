import Foundation
import MetadataOutput

/// Tells a row of Codablock F, which no engine here reads as a whole, from a Code 128, which it is but for how it begins: start A,
/// the code set of the row (shift, C or B), the number of the row (AIM USS Codablock F).
///
/// A Code 128 begins so in no encoder that follows ISO/IEC 15417, annex E: what begins in another set has that set's start
/// character.
enum CodablockRow {
    /// Widths of the start character A, and of the ones that choose a set behind it: shift, C, B.
    private static let start = [2, 1, 1, 4, 1, 2]
    private static let sets = [[4, 1, 1, 3, 1, 1], [1, 1, 3, 1, 4, 1], [1, 1, 4, 1, 3, 1]]
    private static let modules = 11.0

    /// Whether the line through a symbol, from its first bar on as it was read, shows the beginning of such a row.
    static func isSeen(in plane: Plane, from start: CGPoint, to end: CGPoint) -> Bool {
        let length = hypot(end.x - start.x, end.y - start.y)
        guard length >= 1 else { return false }
        let unit = CGPoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        // Through the middle of a pixel: of bars a pixel wide nothing is seen between two.
        let origin = CGPoint(x: start.x.rounded(.down) + 0.5, y: start.y.rounded(.down) + 0.5)
        // No farther than the symbol and some of its quiet zones: of a picture full of symbols all lines would be as long as it.
        let beside = 0.2 * length
        let runs = BarRuns(of: plane, through: origin, along: unit, within: (beside, length + beside))
        guard let edges = runs?.edgesFromBar, edges.count > 12 else { return false }
        return isCharacter(Self.start, edges[0...6])
            && sets.contains { isCharacter($0, edges[6...12]) }
    }

    /// Whether a character stands between seven edges: from each edge to the next of its kind, as in the reference decode algorithm
    /// of ISO/IEC 15417, because blooming ink widens all bars alike.
    private static func isCharacter(_ widths: [Int], _ edges: ArraySlice<Double>) -> Bool {
        let edges = Array(edges)
        let module = (edges[6] - edges[0]) / modules
        return module > 0
            && (0..<4).allSatisfy {
                ((edges[$0 + 2] - edges[$0]) / module).rounded() == Double(widths[$0] + widths[$0 + 1])
            }
    }
}
