import Foundation
import MetadataOutput

/// One or two finder patterns of a QR code whose others are not seen: they are outside of the picture, or something hides
/// them.
struct FinderRemains {
    /// Modules between the centres of two patterns of one symbol: 14 of version 1, and of version 10, which few symbols
    /// exceed, 50; patterns measure a little large.
    private static let distances = 13.0...50.0
    static let fewestRows = 3
    /// A pattern that stands alone must be seen by as many rows for each pixel of its module.
    private static let rowsOfOne = 4.0
    /// In pixels: rows and columns cut a module somewhere.
    private static let slack = 0.4

    let plane: Plane

    init(in plane: Plane) { self.plane = plane }

    func place(of patterns: [FinderPattern]) -> UnreadPlace? {
        let clear = patterns.filter { !$0.isInverted && $0.rows >= Self.fewestRows }
            .sorted { ($0.rows, $0.center.y, $0.center.x) > ($1.rows, $1.center.y, $1.center.x) }.prefix(6)
        for (index, first) in clear.enumerated() {
            for second in clear.dropFirst(index + 1) {
                if let place = place(of: first, second) { return place }
            }
        }
        return clear.first { Double($0.rows) >= Self.rowsOfOne * $0.moduleSize }.map(place)
    }

    private func place(of first: FinderPattern, _ second: FinderPattern) -> UnreadPlace? {
        let module = (first.moduleSize + second.moduleSize) / 2
        let way = CGPoint(x: second.center.x - first.center.x, y: second.center.y - first.center.y)
        let distance = hypot(way.x, way.y)
        guard abs(first.moduleSize - second.moduleSize) <= max(Self.slack, module / 5),
            Self.distances.contains(distance / module)
        else { return nil }
        let across = CGPoint(x: way.x / distance * module, y: way.y / distance * module)
        let down = CGPoint(x: -across.y, y: across.x)
        // Two at one side of the symbol: it goes on to where there is no quiet zone.
        let ahead = [first, second].map { texture(beside: $0.center, down, across) }.reduce(0, +)
        let behind = [first, second].map { texture(beside: $0.center, -down, across) }.reduce(0, +)
        let side = ahead >= behind ? down : -down
        return square(on: first.center, across, side, modules: distance / module + 7, module)
    }

    /// The smallest symbol that has a pattern in one of its corners.
    private func place(of pattern: FinderPattern) -> UnreadPlace {
        let (module, center) = (pattern.moduleSize, pattern.center)
        let (right, below) = (CGPoint(x: module, y: 0), CGPoint(x: 0, y: module))
        let across = texture(beside: center, right, below) >= texture(beside: center, -right, below)
        let down = texture(beside: center, below, right) >= texture(beside: center, -below, right)
        return square(on: center, across ? right : -right, down ? below : -below, modules: 21, module)
    }

    private func square(
        on center: CGPoint, _ across: CGPoint, _ down: CGPoint, modules: Double, _ module: Double
    ) -> UnreadPlace {
        func point(_ column: Double, _ row: Double) -> CGPoint {
            CGPoint(
                x: center.x + (column - 3.5) * across.x + (row - 3.5) * down.x,
                y: center.y + (column - 3.5) * across.y + (row - 3.5) * down.y)
        }
        return UnreadPlace(
            kind: .matrixCode,
            corners: [point(0, 0), point(0, modules), point(modules, modules), point(modules, 0)],
            moduleSize: module)
    }

    /// How much brightness varies, as a variance, right behind the separator of one module at one side of a pattern: a quiet
    /// zone has four, and modules stand there if the symbol goes on.
    ///
    /// - Parameters:
    ///   - way: A module towards that side.
    ///   - other: A module across it.
    private func texture(beside center: CGPoint, _ way: CGPoint, _ other: CGPoint) -> Double {
        let values = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            return (0..<64).map { index in
                let (along, beside) = (4.8 + Double(index % 8) / 8 * 2.4, Double(index / 8) - 3.5)
                return luma.value(
                    center.x + along * way.x + beside * other.x, center.y + along * way.y + beside * other.y)
            }
        }
        let mean = values.reduce(0, +) / Double(values.count)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
}

extension CGPoint {
    fileprivate static prefix func - (point: CGPoint) -> CGPoint { CGPoint(x: -point.x, y: -point.y) }
}
