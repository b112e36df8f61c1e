import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Bars of a blurred profile, of which all is known.
@Suite struct BlurredBarsTests {
    /// Widths of bars and spaces, in samples.
    private static let widths: [Double] = [3, 3, 6, 3, 9, 6, 3, 3, 12, 3, 6, 3, 3, 6, 3, 9, 3, 3, 6]
    private static let places: [Double] = widths.reduce(into: [30.3]) { $0.append($0[$0.count - 1] + $1) }
    private static let count = 160

    /// Paper that becomes lighter from one end to the other.
    private static func profile(_ blur: BarBlur) -> [Double] {
        (0..<count).map { index in
            let middle = Double(index) + 0.5
            let ink = places.enumerated().reduce(0.0) { sum, place in
                sum + (place.offset.isMultiple(of: 2) ? 1 : -1) * blur.step(at: middle - place.element)
            }
            let paper = 0.7 + 0.2 * middle / Double(count)
            return paper - ink * (paper - 0.1)
        }
    }

    @Test(arguments: BarBlur.Shape.allCases) func aBlurHasTheDeviationThatItSays(shape: BarBlur.Shape) {
        let blur = BarBlur(shape: shape, deviation: 4)
        let weights = blur.weights.map(Double.init)
        let middle = weights.count / 2
        #expect(abs(weights.reduce(0, +) - 1) < 0.01)
        let variance = weights.indices.reduce(0.0) {
            $0 + weights[$1] * Double(($1 - middle) * ($1 - middle))
        }
        #expect(abs(variance.squareRoot() - 4) < 0.15)
        #expect(
            blur.step(at: -13) < 0.003 && blur.step(at: 13) > 0.997 && abs(blur.step(at: 0) - 0.5) < 0.001)
        // One is the other's derivative.
        #expect(abs(blur.step(at: 1.2) - blur.step(at: 0.8) - 0.4 * blur.spread(at: 1)) < 0.001)
    }

    /// Of .8 of the narrowest bar's width.
    @Test(arguments: BarBlur.Shape.allCases) func edgesAreFoundWhereTheyWere(shape: BarBlur.Shape) throws {
        let blur = BarBlur(shape: shape, deviation: 2.4)
        let seen = Self.profile(blur)
        // A threshold does not find them.
        #expect(zip(seen, seen.dropFirst()).count { ($0 < 0.45) != ($1 < 0.45) } < Self.places.count)
        let bars = try #require(BlurredBars(of: seen, BarBlur(shape: shape, deviation: 2.2)))
        #expect(bars.edges.places.count == Self.places.count)
        #expect(zip(bars.edges.places, Self.places).allSatisfy { abs($0 - $1) < 0.1 })
        #expect(abs(bars.edges.blur.deviation - 2.4) < 0.05 && bars.edges.residue < 0.005)
    }

    @Test func anotherBlurExplainsLess() throws {
        let seen = Self.profile(BarBlur(shape: .streak, deviation: 2.4))
        func residue(_ shape: BarBlur.Shape) throws -> Double {
            try #require(BlurredBars(of: seen, BarBlur(shape: shape, deviation: 2.2))).edges.residue
        }
        #expect(try residue(.streak) < residue(.gaussian) / 2)
    }

    @Test func whereNothingIsThereAreNoBars() {
        #expect(
            BlurredBars(of: [Double](repeating: 0.8, count: 100), BarBlur(shape: .gaussian, deviation: 2))
                == nil)
        #expect(BlurredBars(of: [0.8, 0.1], BarBlur(shape: .gaussian, deviation: 2)) == nil)
    }

    // MARK: - Strips

    @Test func rowsThatLeanAreLaidOnEachOther() throws {
        // An edge that leans half a column a row at the left and not at all at the right.
        let (width, height) = (120, 60)
        let plane = Plane(
            width: width, height: height,
            samples: (0..<height).flatMap { row in
                (0..<width).map { column in
                    let lean = 0.2 * Double(row - 33) * (1 - (Double(column) - 30) / 60)
                    return UInt8(128 + 100 * sin((Double(column) - lean) / 4))
                }
            })
        let profile = try #require(StripProfile(plane, around: 20..<100))
        #expect(profile.bands == 10 && profile.rows == 0..<60)
        #expect(
            abs(profile.column(30, atRow: 53) - 34) < 0.7 && abs(profile.column(90, atRow: 53) - 90) < 0.7)
        let row = (25..<95).map { Float(128 + 100 * sin(Double($0) / 4)) }
        #expect(zip(profile.light[25..<95], row).allSatisfy { abs($0 - $1) < 14 })
    }

    @Test func rowsThatAreNotAlikeAreNoProfile() {
        var noise = NoiseOfRows()
        let plane = Plane(width: 80, height: 60, samples: (0..<80 * 60).map { _ in noise.next() })
        #expect(StripProfile(plane, around: 10..<70) == nil)
    }

    private struct NoiseOfRows {
        private var state: UInt64 = 7
        mutating func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(state >> 56)
        }
    }

    /// Two symbols side by side, and what is about the second: it alone, from quiet zone to quiet zone.
    @Test func aSymbolIsBetweenQuietZones() throws {
        func bars(_ from: Int, _ to: Int) -> [Int] { Array(stride(from: from, to: to, by: 6)) }
        var light = [Float](repeating: 220, count: 300)
        for start in bars(40, 100) + bars(160, 230) {
            for index in start..<start + 3 { light[index] = 60 }
        }
        let found = try #require(QuietZoneSearch.symbols(in: light, around: 170..<232).first)
        #expect((130..<160).contains(found.lowerBound) && (230..<262).contains(found.upperBound))
        #expect(QuietZoneSearch.symbols(in: [Float](repeating: 220, count: 300), around: 100..<200).isEmpty)
    }
}
