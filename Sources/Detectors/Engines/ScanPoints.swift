import Foundation
import MetadataOutput

/// Points on the scan lines that read a linear symbol, as zbar gives them: one at an end of each line.
struct ScanPoints {
    /// Where the symbol's characters run to, as seen.
    enum Direction {
        case right, down, left, up
    }

    let points: [CGPoint]
    let direction: Direction
    /// Width, in modules, over which a run is no part of the symbol: more than its widest element, less than its
    /// quiet zone.
    let widestRun: Double

    /// The symbol's four corners in the contract's order.
    func outline(in plane: Plane) -> [CGPoint] {
        guard let line = line(in: plane) else { return box }
        return BarOutline(in: plane, from: line.start, to: line.end)?.corners ?? box
    }

    /// The outer edges of the first and the last bar as read, on one scan line; nil where no bars are found.
    private func line(in plane: Plane) -> (start: CGPoint, end: CGPoint)? {
        let isHorizontal = direction == .right || direction == .left
        let places = points.map { isHorizontal ? (u: $0.x, v: $0.y) : (u: $0.y, v: $0.x) }
        let across = places.map(\.v).sorted()
        guard let low = places.map(\.u).min(), let high = places.map(\.u).max(), !across.isEmpty
        else { return nil }
        let v = across[across.count / 2]
        guard let runs = Runs(of: plane, isHorizontal: isHorizontal, at: Int(v)),
            let extent = runs.extent(from: low, to: high, widestRun: widestRun)
        else { return nil }
        let ends = [extent.low, extent.high].map { u in
            isHorizontal ? CGPoint(x: u, y: v + 0.5) : CGPoint(x: v + 0.5, y: u)
        }
        return direction == .right || direction == .down ? (ends[0], ends[1]) : (ends[1], ends[0])
    }

    /// The box around the points, its corners from the top left of the symbol as read, counter-clockwise.
    private var box: [CGPoint] {
        let box = CGRect(around: points).corners
        let first =
            switch direction {
            case .right: 0
            case .down: 3
            case .left: 2
            case .up: 1
            }
        return (0..<4).map { box[(first + $0) % 4] }
    }
}

/// Where one row or column of a plane changes between dark and light.
private struct Runs {
    /// Continuous coordinates of the changes, ascending.
    private let edges: [Double]
    /// Whether the run after each edge is dark.
    private let isDark: [Bool]

    init?(of plane: Plane, isHorizontal: Bool, at line: Int) {
        let count = isHorizontal ? plane.width : plane.height
        let line = min(max(line, 0), (isHorizontal ? plane.height : plane.width) - 1)
        let values = plane.withBytes { samples in
            (0..<count).map {
                Double(
                    samples[isHorizontal ? line * plane.bytesPerRow + $0 : $0 * plane.bytesPerRow + line])
            }
        }
        guard count > 8 else { return nil }
        // Local threshold: the middle between the darkest and lightest of a neighbourhood wider than any element.
        let reach = max(8, count / 12)
        var (edges, isDark) = ([Double](), [Bool]())
        var wasDark = false
        for index in values.indices {
            let window = values[max(0, index - reach)...min(count - 1, index + reach)]
            guard let darkest = window.min(), let lightest = window.max() else { continue }
            let threshold = (darkest + lightest) / 2
            let dark = lightest - darkest > 24 && values[index] < threshold
            if dark != wasDark {
                // Where the line between the two samples crosses the threshold.
                let before = index > 0 ? values[index - 1] : values[index]
                let slope = values[index] - before
                let part = abs(slope) > 1 ? min(max((threshold - before) / slope, 0), 1) : 0.5
                edges.append(Double(index) - 0.5 + part)
                isDark.append(dark)
            }
            wasDark = dark
        }
        guard edges.count > 4 else { return nil }
        (self.edges, self.isDark) = (edges, isDark)
    }

    /// From the first bar to the last around the places where scans ended: as far as no run is too wide.
    func extent(from low: Double, to high: Double, widestRun: Double) -> (low: Double, high: Double)? {
        let gaps = edges.indices.dropLast().map { edges[$0 + 1] - edges[$0] }
        // The middle if both ends are known, else the end and whatever side has bars.
        let middle = (low + high) / 2
        guard let nearest = edges.indices.min(by: { abs(edges[$0] - middle) < abs(edges[$1] - middle) })
        else { return nil }
        let around = gaps[max(0, nearest - 12)..<min(gaps.count, nearest + 12)].sorted()
        guard !around.isEmpty else { return nil }
        let limit = max(around[around.count / 8], 1) * widestRun
        var (first, last) = (nearest, nearest)
        while first > 0, gaps[first - 1] <= limit { first -= 1 }
        while last < gaps.count, gaps[last] <= limit { last += 1 }
        // The symbol begins and ends with a bar.
        if !isDark[first] { first += 1 }
        if last < edges.count, isDark[last] { last -= 1 }
        return last - first >= 4 ? (edges[first], edges[last]) : nil
    }
}

extension [CGPoint] {
    /// Whether the outline goes clockwise as seen, with y down.
    var isClockwise: Bool {
        var doubleArea = 0.0
        for (index, point) in enumerated() {
            let next = self[(index + 1) % count]
            doubleArea += point.x * next.y - next.x * point.y
        }
        return doubleArea > 0
    }
}
