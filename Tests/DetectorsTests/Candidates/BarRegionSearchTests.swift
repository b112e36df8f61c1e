import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct BarRegionSearchTests {
    @Test(arguments: [0.0, 20, 45, 89, 135, 160])
    func findsBarsAtAnyAngle(degrees: Double) throws {
        let region = try #require(regions(degrees: degrees, size: 800).first)
        #expect(abs(region.center.x - 400) < 10 && abs(region.center.y - 400) < 10)
        let length = DrawnBars().width * 3
        #expect(abs(region.length - length) < length * 0.12)
        #expect(abs(region.height - 120) < 24)
        // A direction, not an arrow: 180° apart is the same.
        let turn = (region.angle - degrees).truncatingRemainder(dividingBy: 180)
        #expect(min(abs(turn), 180 - abs(turn)) < 2)
    }

    @Test(arguments: [0.0, 33, 90, 150])
    func stripStandsUpright(degrees: Double) throws {
        let picture = try bars(degrees: degrees, size: 800)
        let region = try #require(BarRegionSearch.regions(in: View(picture.plane)).first)
        let strip = region.strip(from: View(picture.plane), or: View(picture.plane))
        let plane = strip.plane
        // Half-way up and down the code, columns look the same, or the next ones do.
        var differences = 0
        for x in 1..<plane.width - 1 {
            let above = Int(plane[x, plane.height * 3 / 10])
            let below = (x - 1...x + 1).map { Int(plane[$0, plane.height * 7 / 10]) }
            if below.allSatisfy({ abs($0 - above) > 70 }) { differences += 1 }
        }
        #expect(differences < plane.width / 20)
        // All bars are in it: 32 dark ones between light ends.
        let row = (0..<plane.width).map { plane[$0, plane.height / 2] < 128 }
        let edges = zip(row, row.dropFirst()).count { $0 != $1 }
        #expect(edges == 2 * DrawnBars.count)
        // The strip's middle is the code's.
        let middle = strip.toPicture(CGPoint(x: Double(plane.width) / 2, y: Double(plane.height) / 2))
        #expect(hypot(middle.x - 400, middle.y - 400) < 10)
    }

    /// Small marks that run as the bars do, as letters and edges may, lead away from them.
    @Test func whatRunsAsTheBarsDoIsNoPartOfThem() throws {
        var picture = try bars(degrees: 0, size: 800)
        try picture.draw(.identity) { place in
            let step = (place.y / 12).rounded(.down)
            let along = place.x - (40 + 6 * step)
            return (40..<700).contains(place.y) && (0..<16).contains(along)
                ? (Int(along) / 3 % 2 == 0 ? 40 : 210) : nil
        }
        let region = try #require(BarRegionSearch.regions(in: View(picture.plane)).first)
        let length = DrawnBars().width * 3
        #expect(abs(region.center.x - 400) < 40 && abs(region.center.y - 400) < 40)
        #expect(abs(region.length - length) < length * 0.2)
        #expect(abs(region.height - 120) < 40)
    }

    /// Three columns and eight rows, as close as on a sheet of labels: their blocks are joined.
    @Test(arguments: [0.0, 3, 7, 12, 30, 45, 77, 90])
    func theLabelsOfASheetAreRegionsOfTheirOwn(degrees: Double) throws {
        let (bars, size) = (DrawnBars(), 860.0)
        let (width, height) = (bars.width + 20, 30.0)
        let placed = Homography.translation(x: 10 - 1.5 * width, y: 3 - 4 * height).then(.scale(x: 2, y: 2))
            .then(.rotation(degrees: degrees)).then(.translation(x: size / 2, y: size / 2))
        var picture = DrawnPicture(width: Int(size), height: Int(size), background: 210)
        try picture.draw(placed) { place in
            let (column, row) = ((place.x / width).rounded(.down), (place.y / height).rounded(.down))
            guard (0..<3).contains(column), (0..<8).contains(row), place.y - row * height < 24 else {
                return nil
            }
            return bars.color(CGPoint(x: place.x - column * width, y: place.y - row * height))
        }
        picture.addNoise(10, seed: 12)
        let regions = BarRegionSearch.regions(in: View(picture.plane))
        for column in 0..<3 {
            for row in 0..<8 {
                let middle = placed(
                    CGPoint(x: Double(column) * width + bars.width / 2, y: Double(row) * height + 12))
                #expect(
                    regions.contains { region in
                        hypot(region.center.x - middle.x, region.center.y - middle.y) < 8
                            && abs(region.length - 2 * bars.width) < 40 && abs(region.height - 48) < 8
                    }, "column \(column), row \(row)")
            }
        }
    }

    /// A page of small labels has more of them than anybody has codes on a desk.
    @Test func hundredsOfLabelsAreRegionsOfTheirOwn() {
        var noise = Noise(seed: 5)
        let label = (0..<61).flatMap {
            [UInt8](repeating: $0.isMultiple(of: 2) ? 30 : 220, count: noise.next() < 0.6 ? 1 : 2)
        }
        let (columns, rows) = (12, 25)
        let (across, down) = (label.count + 16, 24)
        let plane = Plane(width: columns * across + 16, height: rows * down + 8) { samples in
            for index in samples.indices {
                let (row, column) = index.quotientAndRemainder(dividingBy: columns * across + 16)
                let (x, y) = ((column - 16) % across, (row - 8) % down)
                samples[index] = (0..<label.count).contains(x) && (0..<16).contains(y) ? label[x] : 220
            }
        }
        let regions = BarRegionSearch.regions(in: View(plane), isFine: true)
        #expect(regions.count { $0.sheet != nil } == columns * rows)
    }

    @Test func shortStripsAreDoubledAndLongOnesShrunk() throws {
        let region = BarRegion(
            center: CGPoint(x: 1000, y: 1000), angle: 0, length: 200, height: 100, searchScale: 1)
        let picture = View(Plane(width: 4000, height: 4000) { _ in })
        let shrunk = picture.shrunk(toLongerSide: 1600)
        let short = region.strip(from: picture, or: shrunk).plane
        #expect((short.width, short.height) == (544, 210))
        let twice = region.strip(from: picture, or: shrunk, magnification: 2).plane
        #expect((twice.width, twice.height) == (1088, 420))
        let long = BarRegion(
            center: CGPoint(x: 1000, y: 1000), angle: 70, length: 3000, height: 2900, searchScale: 5
        ).strip(from: picture, or: shrunk).plane
        #expect((long.width, long.height) == (900, 400))
    }

    @Test func stripsOfVeryWidePicturesAreSafe() {
        let picture = View(Plane(width: 50_000, height: 900) { _ in })
        let region = BarRegion(
            center: CGPoint(x: 45_000, y: 450), angle: 40, length: 14_000, height: 700, searchScale: 62)
        let strip = region.strip(from: picture, or: picture.shrunk(toLongerSide: 1600))
        #expect(strip.plane.width == 900)
    }

    @Test func anEdgeIsNoBars() throws {
        var picture = DrawnPicture(width: 600, height: 600)
        try picture.draw(.identity) { $0.x + 0.3 * $0.y < 300 ? 20 : nil }
        #expect(BarRegionSearch.regions(in: View(picture.plane)).isEmpty)
    }

    @Test(arguments: [(1, 1), (7, 9), (8, 8), (2000, 9), (1600, 1600)])
    func survivesNoiseOfAnySize(width: Int, height: Int) {
        var picture = DrawnPicture(width: width, height: height, background: 128)
        picture.addNoise(128, seed: 5)
        let regions = BarRegionSearch.regions(in: View(picture.plane))
        #expect(regions.allSatisfy { $0.length.isFinite && $0.height > 0 })
    }

    private func regions(degrees: Double, size: Int) throws -> [BarRegion] {
        BarRegionSearch.regions(in: View(try bars(degrees: degrees, size: size).plane))
    }

    /// Modules of 3 pixels, 120 high, in the middle of a noisy picture.
    private func bars(degrees: Double, size: Int) throws -> DrawnPicture {
        let bars = DrawnBars()
        var picture = DrawnPicture(width: size, height: size, background: 210)
        let placed = Homography.translation(x: -bars.width / 2, y: -20).then(.scale(x: 3, y: 3))
            .then(.rotation(degrees: degrees)).then(.translation(x: Double(size) / 2, y: Double(size) / 2))
        try picture.draw(placed) { bars.color($0) }
        picture.addNoise(10, seed: 11)
        return picture
    }
}

/// 32 bars, 40 modules high; bars and spaces 1 to 2 modules wide.
private struct DrawnBars {
    static let count = 32
    private let isDark: [Bool]
    var width: Double { Double(isDark.count) }

    init() {
        var modules: [Bool] = []
        for bar in 0..<Self.count {
            modules += [Bool](repeating: true, count: bar % 3 == 1 ? 2 : 1)
            modules += [Bool](repeating: false, count: bar % 4 == 2 ? 2 : bar % 5 == 3 ? 2 : 1)
        }
        while modules.last == false { modules.removeLast() }
        isDark = modules
    }

    func color(_ place: CGPoint) -> Double? {
        guard place.x >= 0, place.x < Double(isDark.count), place.y >= 0, place.y < 40 else { return nil }
        return isDark[Int(place.x)] ? 40 : 210
    }
}
