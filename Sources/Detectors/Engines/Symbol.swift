import Foundation
import MetadataOutput

/// What an engine read of one symbol, in continuous coordinates of the plane it was given.
struct Symbol: Sendable {
    var type: MetadataObjectType
    /// Four corners in the contract's order: from the symbol's own top left, counter-clockwise as seen, clockwise
    /// if it is mirrored. A linear symbol's own top left is at its first character as read.
    var corners: [CGPoint]
    var content: CodeContent
    /// Corners of all that an engine took for a linear symbol, which may be several with one text; nil where it tells a line.
    var scanned: [CGPoint]?
    /// Scan lines that agree; nil from engines that do not count them, and for matrix symbols.
    var lines: Int?
    /// zbar's count of agreeing scans.
    var quality: Int?
    /// As ``Evidence/unusedErrorCorrection``.
    var unusedErrorCorrection: Double?
    /// Of a symbol that may be in several rows and is in one: the values of its characters, as far as the engine tells them.
    var row: [Int]?
    /// Whether the engine knows it to be in several rows.
    var isStacked = false
    /// Whether the content can be what the type holds; where not, the engine is known to have misread it.
    var isPlausible = true

    /// Whether a symbol is this one, found again at another size or in another part.
    func isSame(as other: Symbol) -> Bool {
        type == other.type && content.bytes == other.content.bytes
            && OrientedBox(corners: corners).contains(OrientedBox(corners: other.corners).center, margin: 0)
    }
}
