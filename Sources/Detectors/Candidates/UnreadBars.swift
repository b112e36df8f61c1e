import Foundation
import MetadataOutput

/// Bars of a region, as far as they are a code's: they run through several lines, and narrow ones stand among wide ones.
struct UnreadBars {
    let place: UnreadPlace

    private static let lines = 5
    /// Of lines a bar's height apart, in half pixels from one to the next.
    private static let mostSkew = 3
    /// Least correlation of four of the five lines with the middle one.
    private static let likeness = 0.7
    /// The shortest symbols have more bars and spaces.
    private static let fewestRuns = 20
    private static let leastContrast = 8.0
    /// Mean width of bars and spaces, in modules: of EAN 95 modules in 59, of Code 128 eleven in six, of Code 39 with wide
    /// elements of 2.5 thirteen in nine.
    private static let modulesOfRun = 1.6
    /// Of widths, standard deviation over mean: fences have hardly any, symbols a third and more.
    private static let leastVariety = 0.28

    init?(of bars: BarRegion, in plane: Plane) {
        let (cosine, sine) = (cos(bars.angle * .pi / 180), sin(bars.angle * .pi / 180))
        // Regions are of whole blocks, up to one of which lies beyond the last bar.
        let reach = bars.length / 2
        func point(_ along: Double, _ down: Double) -> CGPoint {
            CGPoint(
                x: bars.center.x + along * cosine - down * sine,
                y: bars.center.y + along * sine + down * cosine)
        }
        let count = max(2, Int(bars.length * 2))
        let profiles = (0..<Self.lines).map { line in
            let down = bars.height * (Double(line) / Double(Self.lines - 1) - 0.5) * 0.5
            return plane.withUnsafeSamples { samples in
                let luma = LumaSampler(plane, at: samples)
                return (0..<count).map { step in
                    let place = point(Double(step) / 2 - reach, down)
                    return luma.value(place.x, place.y)
                }
            }
        }
        // Narrow bars are out of step where the region's angle is not quite theirs.
        func moved(_ line: Int, _ skew: Int) -> [Double] {
            let shift = skew * (line - Self.lines / 2)
            return (0..<count).map { profiles[line][min(max($0 + shift, 0), count - 1)] }
        }
        let skews = (-Self.mostSkew...Self.mostSkew).map { skew in
            let lines = (0..<Self.lines).map { moved($0, skew) }
            let likeness = lines.map { Self.correlation($0, lines[Self.lines / 2]) }.sorted()
            return (likeness: likeness[1], lines: lines)
        }
        guard let best = skews.max(by: { $0.likeness < $1.likeness }), best.likeness >= Self.likeness else {
            return nil
        }
        let mean = (0..<count).map { step in
            best.lines.reduce(0) { $0 + $1[step] } / Double(Self.lines)
        }
        let runs = Self.runs(of: mean).map { $0 / 2 }
        guard runs.count >= Self.fewestRuns else { return nil }
        let middle = runs.reduce(0, +) / Double(runs.count)
        let variance = runs.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(runs.count)
        guard variance.squareRoot() >= Self.leastVariety * middle else { return nil }
        // Bars that end with the picture are those of a code that goes on.
        let picture = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
        let block = Double(BarBlocks.side) * bars.searchScale
        let goesOn = [-1.0, 1.0].map { end in
            !picture.contains(point(end * (reach + block), 0)) && Self.endsInBars(mean, atStart: end < 0)
        }
        let (left, right) = (goesOn[0] ? 4 * block : 0, goesOn[1] ? 4 * block : 0)
        let half = bars.height / 2
        place = UnreadPlace(
            kind: .linearCode,
            corners: [
                point(-reach - left, -half), point(-reach - left, half), point(reach + right, half),
                point(reach + right, -half),
            ],
            moduleSize: middle / Self.modulesOfRun)
    }

    /// Whether a line has bars up to its end, and no quiet zone: of the last tenth at most a half is one run.
    private static func endsInBars(_ line: [Double], atStart: Bool) -> Bool {
        let tenth = Array(atStart ? line.prefix(line.count / 10) : line.suffix(line.count / 10))
        return runs(of: tenth).count >= 2
    }

    private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        let count = Double(one.count)
        let (a, b) = (one.reduce(0, +) / count, other.reduce(0, +) / count)
        var (ab, aa, bb) = (0.0, 0.0, 0.0)
        for (x, y) in zip(one, other) {
            ab += (x - a) * (y - b)
            aa += (x - a) * (x - a)
            bb += (y - b) * (y - b)
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }

    /// Widths of bars and spaces: between edges from one extreme of brightness to the next, as narrow modules hardly get dark or
    /// light.
    private static func runs(of line: [Double]) -> [Double] {
        guard let darkest = line.min(), let lightest = line.max() else { return [] }
        let contrast = max(leastContrast, (lightest - darkest) / 12)
        var turns: [Int] = []
        var (low, high, way) = (0, 0, 0)
        for (place, value) in line.enumerated() {
            if value > line[high] { high = place }
            if value < line[low] { low = place }
            if way >= 0, line[high] - value >= contrast {
                turns.append(high)
                (way, low) = (-1, place)
            } else if way <= 0, value - line[low] >= contrast {
                turns.append(low)
                (way, high) = (1, place)
            }
        }
        // Edges are half way up: where in a broad bar it is darkest is chance.
        let edges = zip(turns, turns.dropFirst()).map { begin, end in
            let middle = (line[begin] + line[end]) / 2
            let rises = line[end] > line[begin]
            let place = (begin + 1...end).first { rises ? line[$0] >= middle : line[$0] <= middle } ?? end
            let (before, after) = (line[place - 1], line[place])
            return Double(place) - (after == before ? 0 : (after - middle) / (after - before))
        }
        return zip(edges.dropFirst(), edges).map { $0 - $1 }
    }
}
