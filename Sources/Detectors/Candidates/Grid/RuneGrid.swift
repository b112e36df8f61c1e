import Foundation
import MetadataOutput

/// The eleven by eleven modules of an Aztec rune around a bullseye, sampled by ourselves: ZXing 1.4 reads none.
struct RuneGrid {
    /// 0…255.
    let value: UInt8
    /// In pixels of the view, from the symbol's own top left, counter-clockwise as seen.
    let corners: [CGPoint]

    /// From the middle to the edge.
    private static let reach = 5
    /// How far off the middle may be, in modules, and the module's width.
    private static let shifts = [-0.4, -0.2, 0, 0.2, 0.4]
    private static let sizes = stride(from: 0.8, through: 1.25, by: 0.05)
    /// Of the finder's 81 modules, how many must be right.
    private static let fewest = 77

    /// Nil if there is none.
    ///
    /// - Parameters:
    ///   - view: A bullseye in the middle of the plane, upright.
    ///   - module: About the width of a module, in pixels of the plane.
    init?(_ view: View, module: Double) {
        let plane = view.plane
        let middle = CGPoint(x: Double(plane.width) / 2, y: Double(plane.height) / 2)
        let fit = plane.withUnsafeSamples { samples -> (isDark: [Bool], middle: CGPoint, module: Double)? in
            let luma = LumaSampler(plane, at: samples)
            // What lies in the middle of those that fit best is best.
            var best = (right: 0, count: 0.0, x: 0.0, y: 0.0, size: 0.0)
            for size in Self.sizes.map({ $0 * module }) {
                for x in Self.shifts.map({ middle.x + $0 * module }) {
                    for y in Self.shifts.map({ middle.y + $0 * module }) {
                        let isDark = Self.modules(around: CGPoint(x: x, y: y), size: size, in: luma)
                        let right = Self.finderModules(in: isDark)
                        if right < best.right { continue }
                        if right > best.right { best = (right, 0, 0, 0, 0) }
                        best = (right, best.count + 1, best.x + x, best.y + y, best.size + size)
                    }
                }
            }
            guard best.right >= Self.fewest else { return nil }
            let (place, size) = (
                CGPoint(x: best.x / best.count, y: best.y / best.count), best.size / best.count
            )
            return (Self.modules(around: place, size: size, in: luma), place, size)
        }
        guard let fit else { return nil }
        for turn in 0..<4 {
            guard Self.isUpright(fit.isDark, turn: turn),
                let value = AztecRune.value(ofRing: Self.ring(of: fit.isDark, turn: turn))
            else { continue }
            self.value = value
            let half = (Double(Self.reach) + 0.5) * fit.module
            corners = [0, 3, 2, 1].map { corner in
                // Clockwise from the top left of what is seen.
                let place = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)][(corner + turn) % 4]
                return view.toPicture(
                    CGPoint(x: fit.middle.x + place.0 * half, y: fit.middle.y + place.1 * half))
            }
            return
        }
        return nil
    }

    private static func modules(around middle: CGPoint, size: Double, in luma: LumaSampler) -> [Bool] {
        var values: [Double] = []
        for row in -reach...reach {
            for column in -reach...reach {
                values.append(luma.value(middle.x + Double(column) * size, middle.y + Double(row) * size))
            }
        }
        let threshold = ((values.min() ?? 0) + (values.max() ?? 0)) / 2
        return values.map { $0 < threshold }
    }

    /// How many of the finder's modules are what they must be: squares in turn dark and light.
    private static func finderModules(in isDark: [Bool]) -> Int {
        var count = 0
        for row in -4...4 {
            for column in -4...4 {
                let expected = max(abs(row), abs(column)).isMultiple(of: 2)
                if isDark[(row + reach) * 11 + column + reach] == expected { count += 1 }
            }
        }
        return count
    }

    /// The module at a place of the symbol, of which this is the view turned clockwise by so many right angles.
    private static func module(_ isDark: [Bool], _ column: Int, _ row: Int, turn: Int) -> Bool {
        var (x, y) = (column - reach, row - reach)
        for _ in 0..<turn { (x, y) = (-y, x) }
        return isDark[(y + reach) * 11 + x + reach]
    }

    /// Whether the marks in the corners say that this is the symbol's own top left: three, two, one and none dark.
    private static func isUpright(_ isDark: [Bool], turn: Int) -> Bool {
        let places = [
            (0, 0), (1, 0), (0, 1), (9, 0), (10, 0), (10, 1), (10, 9), (10, 10), (9, 10), (1, 10), (0, 10),
            (0, 9),
        ]
        let expected = [true, true, true, false, true, true, true, false, false, false, false, false]
        return zip(places, expected).allSatisfy { module(isDark, $0.0, $0.1, turn: turn) == $1 }
    }

    private static func ring(of isDark: [Bool], turn: Int) -> UInt32 {
        var bits: UInt32 = 0
        for side in 0..<4 {
            for index in 2...8 {
                let (column, row) = [(index, 0), (10, index), (10 - index, 10), (0, 10 - index)][side]
                bits = bits << 1 | (module(isDark, column, row, turn: turn) ? 1 : 0)
            }
        }
        return bits
    }
}
