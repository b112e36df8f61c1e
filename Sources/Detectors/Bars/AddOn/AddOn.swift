import Foundation
import MetadataOutput

/// The 2 or 5 digits beside an EAN or UPC symbol, looked for where the symbol is known to end.
enum AddOn {
    /// Modules of the symbols that may have one.
    static func modules(of type: MetadataObjectType) -> Double? {
        switch type {
        case .ean13: 95
        case .ean8: 67
        case .upce: 51
        default: nil
        }
    }

    /// Rows that are looked at, as many as there are pixels at most.
    private static let mostRows = 32
    /// Modules from the symbol's end to that of what is looked at: gap, five digits, quiet zone.
    private static let reach = 16 + 47 * 1.2 + 6
    /// Modules that are looked at before the symbol's end: its last bars.
    private static let overlap = 3.5

    /// - Parameters:
    ///   - corners: Of the symbol without it, in pixels of the picture, its own top left first, then bottom left, bottom right, top
    ///     right.
    ///   - isInverted: Whether the symbol's bars are lighter than its spaces.
    /// - Returns: Nil where there is none, or lines do not agree.
    static func digits(
        beside corners: [CGPoint], of type: MetadataObjectType, isInverted: Bool, in picture: Plane
    ) -> String? {
        guard corners.count == 4, let modules = modules(of: type), !isInverted else { return nil }
        let height = min(distance(corners[0], corners[1]), distance(corners[3], corners[2]))
        let rows = min(mostRows, Int(height))
        guard rows >= 3 else { return nil }
        let lines = (0..<rows).compactMap { row in
            let part = (Double(row) + 0.5) / Double(rows)
            return line(
                from: between(corners[0], corners[1], part), to: between(corners[3], corners[2], part),
                modules: modules, in: picture)
        }
        return AddOnVote(lines, of: rows).digits.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func line(
        from start: CGPoint, to end: CGPoint, modules: Double, in picture: Plane
    ) -> AddOnRow? {
        let length = distance(start, end)
        let module = length / modules
        guard module > 0.5 else { return nil }
        let unit = CGPoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        // Where the symbol's last bar begins.
        let origin = CGPoint(x: end.x - unit.x * module, y: end.y - unit.y * module)
        let most = (reach + 1) * module
        guard
            let runs = BarRuns(
                of: picture, through: origin, along: unit, within: (overlap * module, most))
        else { return nil }
        return AddOnRow(runs.edgesFromBar.map { $0 / module }, end: runs.reachFromBar / module)
    }

    private static func distance(_ a: CGPoint, _ b: CGPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }

    private static func between(_ a: CGPoint, _ b: CGPoint, _ part: Double) -> CGPoint {
        CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
}
