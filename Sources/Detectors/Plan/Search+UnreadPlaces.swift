import Foundation
import MetadataOutput

extension Search {
    /// Most places that are told; a crowd of what looks like codes tells no more than some of it.
    private static let mostPlaces = 16

    /// What looks like a code and was not read, likeliest first.
    mutating func unreadPlaces() -> [UnreadPlace] {
        let codes = candidates.codes(in: &planes, .plain).unexplained(by: explained)
        let picture = CGRect(x: 0, y: 0, width: planes.full.plane.width, height: planes.full.plane.height)
        let whole = codes.codes.filter { !$0.isInverted && $0.hasTiming }.map {
            UnreadPlace(kind: .matrixCode, corners: $0.corners, moduleSize: $0.moduleSize)
        }
        let halves = whole.isEmpty ? FinderPair.place(of: codes.loose, in: picture) : nil
        let bars = candidates.bars(in: planes.medium).unexplained(by: explained).bars
            .compactMap { UnreadBars(of: $0, in: planes.full.plane)?.place }
        return Array((whole + [halves].compactMap(\.self) + bars).prefix(Self.mostPlaces))
    }
}

/// Two finder patterns of a QR code whose third is not seen: it is outside of the picture, or something hides it.
enum FinderPair {
    /// Modules between the centres of two patterns of one symbol: of version 1, and of 10, which few symbols exceed.
    private static let distances = 14.0...50.0
    private static let fewestRows = 3
    private static let likeness = 0.8

    static func place(of patterns: [FinderPattern], in picture: CGRect) -> UnreadPlace? {
        let clear = patterns.filter { !$0.isInverted && $0.rows >= fewestRows }
            .sorted { $0.rows > $1.rows }.prefix(6)
        for (index, first) in clear.enumerated() {
            for second in clear.dropFirst(index + 1) {
                let module = (first.moduleSize + second.moduleSize) / 2
                let sizes = [first.moduleSize, second.moduleSize]
                let way = CGPoint(x: second.center.x - first.center.x, y: second.center.y - first.center.y)
                let distance = hypot(way.x, way.y)
                guard (sizes.min() ?? 0) >= likeness * (sizes.max() ?? 0),
                    distances.contains(distance / module)
                else { continue }
                return UnreadPlace(
                    kind: .matrixCode,
                    corners: square(on: first.center, way, distance, module: module, in: picture),
                    moduleSize: module)
            }
        }
        return nil
    }

    /// The square beside two patterns: on the side where the third would not be in the picture, else on the left of the way.
    private static func square(
        on start: CGPoint, _ way: CGPoint, _ distance: Double, module: Double, in picture: CGRect
    ) -> [CGPoint] {
        let unit = CGPoint(x: way.x / distance, y: way.y / distance)
        let edge = 3.5 * module
        func corners(_ side: Double) -> [CGPoint] {
            let normal = CGPoint(x: -unit.y * side, y: unit.x * side)
            func point(_ along: Double, _ beside: Double) -> CGPoint {
                CGPoint(
                    x: start.x + along * unit.x + beside * normal.x,
                    y: start.y + along * unit.y + beside * normal.y)
            }
            return [
                point(-edge, -edge), point(-edge, distance + edge), point(distance + edge, distance + edge),
                point(distance + edge, -edge),
            ]
        }
        let (one, other) = (corners(1), corners(-1))
        let reach = picture.insetBy(dx: -module, dy: -module)
        return one.allSatisfy(reach.contains) && !other.allSatisfy(reach.contains) ? other : one
    }
}

/// Bars of a region, as far as they are a code's: they run through several lines, and narrow ones stand among wide ones.
struct UnreadBars {
    let place: UnreadPlace

    private static let lines = 5
    /// The shortest symbols have more bars and spaces.
    private static let fewestRuns = 20
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
                x: bars.center.x + along * cosine - down * sine, y: bars.center.y + along * sine + down * cosine)
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
        let likeness = profiles.dropFirst().map { Self.correlation($0, profiles[0]) }.sorted()
        guard likeness[likeness.count / 2] >= 0.7 else { return nil }
        let mean = (0..<count).map { step in
            profiles.reduce(0) { $0 + $1[step] } / Double(Self.lines)
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

    /// Widths of what is darker and lighter than the middle in turn, without the first and the last.
    private static func runs(of line: [Double]) -> [Double] {
        guard let darkest = line.min(), let lightest = line.max(), lightest - darkest >= 24 else { return [] }
        let (middle, slack) = ((darkest + lightest) / 2, (lightest - darkest) / 12)
        var edges: [Double] = []
        var isDark = line[0] < middle
        for (place, value) in line.enumerated()
        where isDark ? value > middle + slack : value < middle - slack {
            isDark.toggle()
            edges.append(Double(place))
        }
        return zip(edges.dropFirst(), edges).map { $0 - $1 }
    }
}
