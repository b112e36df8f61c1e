import Foundation
import MetadataOutput

extension Search {
    /// Most places that are told; a crowd of what looks like codes tells no more than some of it.
    private static let mostPlaces = 16
    /// Finder patterns that are a symbol's, with one more that is chance.
    private static let mostPatterns = 4

    /// What looks like a code and was not read, likeliest first.
    mutating func unreadPlaces() -> [UnreadPlace] {
        let codes = candidates.codes(in: &planes, .plain).unexplained(by: explained)
        let patterns = Set(codes.codes.flatMap(\.patterns) + codes.loose)
            .filter { !$0.isInverted && $0.rows >= FinderRemains.fewestRows }
        // What repeats itself, as boards and tiles do, has such patterns everywhere.
        let isCrowd = patterns.count > Self.mostPatterns
        let view = planes.full
        let whole = codes.codes.filter { code in
            isCrowd
                ? code.hasTiming && !code.isInverted
                    && QRGridSampler(code, in: code.crop(from: view))?.showsSymbol == true
                : code.isClear
        }.map {
            UnreadPlace(kind: .matrixCode, corners: $0.corners, moduleSize: $0.moduleSize)
        }
        let halves =
            whole.isEmpty && !isCrowd ? FinderRemains(in: view.plane).place(of: Array(patterns)) : nil
        let bars = candidates.bars(in: &planes).unexplained(by: explained).bars
            .compactMap { UnreadBars(of: $0, in: planes.full.plane)?.place }
        return Array((whole + [halves].compactMap(\.self) + bars).prefix(Self.mostPlaces))
    }
}

extension QRCandidate {
    /// Whether it is a symbol's, even if nothing is seen between the patterns.
    fileprivate var isClear: Bool {
        !isInverted && (hasTiming || patterns.allSatisfy { $0.rows >= FinderRemains.fewestRows })
    }
}

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
