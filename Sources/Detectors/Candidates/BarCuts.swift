import Foundation
import MetadataOutput

/// Cuts boxes that are full of bars where nothing stands between codes: into rows, and each row into columns. Labels on a sheet are so
/// close that their blocks are joined.
///
/// The recursive X-Y cut (Nagy, Seth, "Hierarchical representation of optically scanned documents", ICPR 1984), once each way.
enum BarCuts {
    /// What is between rows has at most this share of the contrast that lines through bars have.
    private static let emptiest = 0.2
    /// Height of a row and of what is between two, at least, in pixels.
    private static let (lowestRow, lowestGap) = (8, 2)
    /// Between columns is more than this many times a symbol's mean bar or space. Symbols have no space that wide in them; nor have EAN
    /// and UPC before their add-ons, which belong to them: up to 12 modules, where the mean is 1.6.
    private static let widestSpace = 8.0
    /// What is longer is no bar or space of a symbol, in medians of all.
    private static let longestRun = 6
    /// Fewest bars and spaces of a column.
    private static let fewestRuns = 20
    /// Lines through a row of which the mean is taken.
    private static let lines = 12
    /// Pixels that are looked at to find the rows, at most.
    private static let mostPixels = 30_000
    /// Degrees by which the direction of many bars may be wrong.
    private static let turns = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 3, -3]
    /// Fewer parts are no sheet of labels, and more rows or parts are none that anybody has to read.
    private static let (fewestParts, mostRows, mostParts) = (4, 200, 1000)

    /// The parts of a box of many labels; none if it is no such box.
    ///
    /// - Parameters:
    ///   - degrees: The direction across the bars.
    ///   - plane: What the box is in, in its pixels.
    static func parts(center: CGPoint, degrees: Double, width: Double, height: Double, in plane: Plane)
        -> [(box: OrientedBox, degrees: Double)]
    {
        plane.withUnsafeSamples { samples in
            let sampler = LumaSampler(plane, at: samples)
            let looks = turns.map { turn in
                let degrees = degrees + turn
                let box = OrientedBox(center: center, degrees: degrees, width: width, height: height)
                let lines = TurnedLines(box: box, sampler: sampler)
                return (degrees: degrees, lines: lines, contrasts: lines.contrasts)
            }
            // Along the rows lines are full of bars or empty.
            guard let best = looks.max(by: { variance(of: $0.contrasts) < variance(of: $1.contrasts) }) else {
                return []
            }
            let rows = rows(in: best.contrasts)
            guard rows.count <= mostRows else { return [] }
            let parts = rows.flatMap { row in
                best.lines.columns(of: row).map { best.lines.part($0, row) }
            }
            return (fewestParts...mostParts).contains(parts.count) ? parts.map { ($0, best.degrees) } : []
        }
    }

    private static func variance(of contrasts: [Float]) -> Float {
        let mean = contrasts.reduce(0, +) / Float(max(1, contrasts.count))
        return contrasts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(max(1, contrasts.count))
    }

    /// Where lines cross bars, with nothing between.
    private static func rows(in contrasts: [Float]) -> [Range<Int>] {
        guard !contrasts.isEmpty else { return [] }
        let least = Float(emptiest) * contrasts.sorted()[contrasts.count * 3 / 4]
        var rows: [Range<Int>] = []
        for place in contrasts.indices where contrasts[place] > least {
            if let last = rows.last, place - last.upperBound < lowestGap {
                rows[rows.count - 1] = last.lowerBound..<place + 1
            } else {
                rows.append(place..<place + 1)
            }
        }
        return rows.filter { $0.count >= lowestRow }
    }

    /// A box in pixels along its sides.
    private struct TurnedLines {
        let box: OrientedBox
        let sampler: LumaSampler

        private var width: Int { Int(box.width) }
        private var height: Int { Int(box.height) }

        private func place(_ across: Int, _ along: Int) -> CGPoint {
            box.point(
                at: CGPoint(x: Double(across) + 0.5 - box.width / 2, y: Double(along) + 0.5 - box.height / 2))
        }

        private func value(_ across: Int, _ along: Int) -> Float {
            let place = place(across, along)
            return Float(sampler.value(place.x, place.y))
        }

        func part(_ columns: Range<Int>, _ rows: Range<Int>) -> OrientedBox {
            let x = Double(columns.lowerBound + columns.upperBound) / 2 - box.width / 2
            let y = Double(rows.lowerBound + rows.upperBound) / 2 - box.height / 2
            return box.resized(
                around: CGPoint(x: x, y: y), width: Double(columns.count), height: Double(rows.count))
        }

        /// How much light and dark changes along each line, by some of its pixels.
        var contrasts: [Float] {
            let step = max(3, width * height / mostPixels)
            return (0..<height).map { along in
                // Not the same places on each line: bars as far apart would be all there is, or nothing.
                let first = 7 * along % step
                let line = sampler.line(from: place(first, along), to: place(first + 1, along))
                let sum = stride(from: 0, to: width - 1 - first, by: step).reduce(0) { sum, across in
                    sum &+ abs(line[across + 1] &- line[across])
                }
                return Float(sum) / Float(LumaLine.level)
            }
        }

        /// The symbols of a row, side by side.
        func columns(of row: Range<Int>) -> [Range<Int>] {
            let profile = (0..<width).map { across in
                (0..<lines).reduce(Float(0)) { sum, line in
                    sum + value(across, row.lowerBound + (2 * line + 1) * row.count / (2 * lines))
                }
            }
            guard let darkest = profile.min(), let brightest = profile.max() else { return [] }
            let middle = (darkest + brightest) / 2
            let changes = profile.indices.dropFirst().filter {
                (profile[$0] < middle) != (profile[$0 - 1] < middle)
            }
            let edges = [0] + changes + [width]
            let runs = zip(edges, edges.dropFirst()).map { $1 - $0 }
            guard runs.count >= fewestRuns else { return [0..<width] }
            let usual = runs.sorted()[runs.count / 2]
            let own = runs.filter { $0 <= longestRun * usual }
            let widest = Int(widestSpace * Double(own.reduce(0, +)) / Double(own.count))
            var columns: [Range<Int>] = []
            var (start, count) = (0, 0)
            for (place, run) in zip(edges, runs) {
                if run <= widest {
                    count += 1
                } else {
                    if count >= fewestRuns { columns.append(start..<place) }
                    (start, count) = (place + run, 0)
                }
            }
            if count >= fewestRuns { columns.append(start..<width) }
            return columns
        }
    }
}
