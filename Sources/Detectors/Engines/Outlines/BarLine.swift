import Foundation
import MetadataOutput

/// Dark and light along a straight line across a symbol's bars, followed outwards from a part of it that is known to show them.
///
/// What is dark is told by the bars and spaces that the line has crossed before: what a label lies on may be darker than its paper, and
/// is not as dark as its bars.
struct BarLine {
    /// Samples a module.
    private static let samples = 4
    /// How much of what dark and light are is told by the last bar or space.
    private static let share = 0.3

    /// Changes between dark and light, in pixels from the line's origin, ascending.
    private let edges: [Double]
    /// The outer edges of the first and the last bar, likewise.
    let start: Double
    let end: Double
    /// The difference between dark and light in the known part, in grey levels.
    let contrast: Double

    /// Nil where there are no bars.
    ///
    /// - Parameters:
    ///   - origin: The middle of the known part, in continuous coordinates of the plane.
    ///   - unit: The line's direction, a unit vector.
    ///   - width: Of the known part, in pixels.
    ///   - module: The width of a module, in pixels.
    ///   - most: Modules over which no bar or space goes.
    init?(
        of plane: Plane, through origin: CGPoint, along unit: CGPoint, width: Double, module: Double,
        widestRun most: Double
    ) {
        let step = module / Double(Self.samples)
        let size = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
        guard size.contains(origin), step > 0 else { return nil }
        let longest = Int(most * Double(Self.samples))
        func place(_ index: Int) -> CGPoint {
            CGPoint(x: origin.x + unit.x * Double(index) * step, y: origin.y + unit.y * Double(index) * step)
        }
        let (back, ahead, contrast) = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            func value(_ index: Int) -> Double { luma.value(place(index).x, place(index).y) }
            let half = Int(width / 2 / step)
            let known = (-half...half).map(value).sorted()
            let levels = (dark: known[known.count / 10], light: known[known.count * 9 / 10])
            func edges(_ sign: Int) -> [Double] {
                var (dark, light) = levels
                var edges: [(place: Double, isDark: Bool)] = []
                var (index, last, previous) = (0, 0, value(0))
                var (isDark, extreme) = (previous < (dark + light) / 2, previous)
                while index - last <= longest, size.contains(place(sign * (index + 1))) {
                    index += 1
                    let (value, threshold) = (value(sign * index), (dark + light) / 2)
                    if (value < threshold) != isDark {
                        if isDark {
                            dark += Self.share * (extreme - dark)
                        } else {
                            light += Self.share * (extreme - light)
                        }
                        isDark.toggle()
                        let part = min(max((threshold - previous) / (value - previous), 0), 1)
                        edges.append((Double(index) - 1 + part, isDark))
                        (last, extreme) = (index, value)
                    }
                    extreme = isDark ? min(extreme, value) : max(extreme, value)
                    previous = value
                }
                // It ends with a bar: behind the last change is paper, and no bar is as wide as ground.
                while let edge = edges.last, edge.isDark { edges.removeLast() }
                return edges.map { $0.place * step }
            }
            return (edges(-1), edges(1), levels.light - levels.dark)
        }
        guard let first = back.last, let last = ahead.last else { return nil }
        edges = back.reversed().map { -$0 } + ahead
        (start, end, self.contrast) = (-first, last, contrast)
    }

    /// How many changes lie between two places.
    func count(from first: Double, to last: Double) -> Int { edges.count { first...last ~= $0 } }
}
