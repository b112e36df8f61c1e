import Foundation
import MetadataOutput

/// Where a line through a plane changes between dark and light.
struct BarRuns {
    /// Distances of the changes from the line's origin, ascending, in pixels.
    private let edges: [Double]
    /// Whether the run after each edge is dark.
    private let isDark: [Bool]
    /// How far the line goes from its origin.
    private let end: Double
    /// Widest first or last bar, in modules.
    private static let widestGuard = 3.5
    /// Least difference between dark and light.
    private static let contrast = 24.0

    /// - Parameters:
    ///   - origin: A point of the line, in continuous coordinates of the plane.
    ///   - unit: The line's direction, a unit vector.
    ///   - most: How far it is followed from the origin, in pixels, backwards and forwards; else to the plane's edges.
    init?(
        of plane: Plane, through origin: CGPoint, along unit: CGPoint,
        within most: (back: Double, ahead: Double) = (.infinity, .infinity)
    ) {
        let size = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
        func reach(_ sign: Double, _ most: Double) -> Int {
            var steps = 0
            while Double(steps) < most,
                size.contains(
                    CGPoint(
                        x: origin.x + sign * unit.x * Double(steps + 1),
                        y: origin.y + sign * unit.y * Double(steps + 1)))
            {
                steps += 1
            }
            return steps
        }
        guard size.contains(origin) else { return nil }
        let (first, last) = (-reach(-1, most.back), reach(1, most.ahead))
        let values = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            return (first...last).map { step in
                luma.value(origin.x + unit.x * Double(step), origin.y + unit.y * Double(step))
            }
        }
        (edges, isDark) = Self.changes(in: values, from: Double(first))
        end = Double(last)
        if edges.count < 5 { return nil }
    }

    private static func changes(in values: [Double], from start: Double) -> ([Double], [Bool]) {
        // The middle between the darkest and lightest of a neighbourhood wider than any element.
        let reach = max(8, values.count / 12)
        var (edges, isDark) = ([Double](), [Bool]())
        let ranges = zip(firsts(of: values, reach: reach, by: <), firsts(of: values, reach: reach, by: >))
        var wasDark = false
        for (index, (darkest, lightest)) in ranges.enumerated() {
            let threshold = (darkest + lightest) / 2
            let dark = lightest - darkest > contrast && values[index] < threshold
            if dark != wasDark {
                // Where the way from one sample to the next crosses the threshold.
                let before = index > 0 ? values[index - 1] : values[index]
                let slope = values[index] - before
                let part = abs(slope) > 1 ? min(max((threshold - before) / slope, 0), 1) : 0.5
                edges.append(start + Double(index) - 1 + part)
                isDark.append(dark)
            }
            wasDark = dark
        }
        return (edges, isDark)
    }

    /// The value of each neighbourhood that comes before all others of it. In one walk: a line may be as long as the picture, and
    /// the neighbourhood grows with it.
    private static func firsts(
        of values: [Double], reach: Int, by comesBefore: (Double, Double) -> Bool
    ) -> [Double] {
        // Places in the neighbourhood of which none behind has a value that comes before theirs; the first one's is wanted.
        var (places, start, next) = ([Int](), 0, 0)
        return values.indices.map { index in
            while next < min(values.count, index + reach + 1) {
                while places.count > start, !comesBefore(values[places[places.count - 1]], values[next]) {
                    places.removeLast()
                }
                places.append(next)
                next += 1
            }
            while places[start] < index - reach { start += 1 }
            return values[places[start]]
        }
    }

    /// How many changes lie so near to the origin.
    func edges(within reach: Double) -> Int { edges.count { abs($0) <= reach } }

    /// The change that begins the bar at the origin.
    private var bar: Int? {
        edges.indices.filter { isDark[$0] }.min { abs(edges[$0]) < abs(edges[$1]) }
    }

    /// Distances of the changes behind the origin's own, which begins a bar, from that one on; the first is 0.
    var edgesFromBar: [Double] {
        bar.map { bar in edges[bar...].map { $0 - edges[bar] } } ?? []
    }

    /// How far the line goes from there.
    var reachFromBar: Double { bar.map { end - edges[$0] } ?? 0 }

    /// From the first bar to the last around the origin, as far as no run is wider than so many modules, and how many runs these are; nil
    /// where there are no bars.
    func extent(widestRun: Double) -> (start: Double, end: Double, runs: Int)? {
        let gaps = edges.indices.dropLast().map { edges[$0 + 1] - edges[$0] }
        guard let nearest = edges.indices.min(by: { abs(edges[$0]) < abs(edges[$1]) }) else { return nil }
        let around = gaps[max(0, nearest - 12)..<min(gaps.count, nearest + 12)].sorted()
        guard !around.isEmpty else { return nil }
        // The narrowest are modules, but for noise, which the median knows nothing of.
        let module = max(around[around.count / 8], 0.45 * around[around.count / 2], 1)
        let limit = module * widestRun
        var (first, last) = (nearest, nearest)
        while first > 0, gaps[first - 1] <= limit { first -= 1 }
        while last < gaps.count, gaps[last] <= limit { last += 1 }
        // The symbol begins and ends with a bar, a narrow one; a wide one is the ground beside a label.
        if !isDark[first] { first += 1 }
        if isDark[last] { last -= 1 }
        while last - first >= 4, gaps[first] > Self.widestGuard * module { first += 2 }
        while last - first >= 4, gaps[last - 1] > Self.widestGuard * module { last -= 2 }
        return last - first >= 4 ? (edges[first], edges[last], last - first) : nil
    }
}
