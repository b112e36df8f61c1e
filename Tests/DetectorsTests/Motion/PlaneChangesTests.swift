import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What is a change to a scene, and what is noise.
@Suite struct PlaneChangesTests {
    /// A room: soft shades, with noise of a standard deviation of its own and what is put into it.
    private func frame(
        noise: Double, seed: UInt64, brightness: Double = 0, _ thing: (Int, Int) -> Double? = { _, _ in nil }
    ) -> Plane {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(1 << 31)
        }
        return Plane(
            width: 320, height: 184,
            samples: (0..<320 * 184).map { index in
                let (x, y) = (index % 320, index / 320)
                let base = thing(x, y) ?? 100 + 60 * sin(Double(x) / 90) * cos(Double(y) / 70)
                // Three uniform numbers are as good as a normal one here: their variance is a quarter.
                let normal = (uniform() + uniform() + uniform() - 1.5) * 2
                return UInt8(max(0, min(255, base + brightness + noise * normal)))
            })
    }

    /// A chessboard of dark and light modules.
    private func code(at x: Int, _ y: Int, side: Int, contrast: Double = 200) -> (Int, Int) -> Double? {
        { column, row in
            guard (x..<x + side).contains(column), (y..<y + side).contains(row) else { return nil }
            return 128 + contrast / 2 * ((column / 2 + row / 2).isMultiple(of: 2) ? 1 : -1)
        }
    }

    private func changes(_ earlier: Plane, _ later: Plane) -> PlaneBlocks? {
        OpticalFlow().changes(from: earlier, to: later)
    }

    @Test(arguments: [0, 1, 4, 8])
    func noiseIsNoChange(noise: Double) throws {
        let first = frame(noise: noise, seed: 1)
        for seed in 2..<6 {
            #expect(try #require(self.changes(first, frame(noise: noise, seed: UInt64(seed)))).isEmpty)
        }
    }

    @Test(arguments: [(0, 14), (2, 14), (4, 16), (8, 24)])
    func aSmallCodeIsAChange(noise: Double, side: Int) throws {
        let first = frame(noise: noise, seed: 1)
        for place in [(3, 5), (150, 90), (320 - side - 1, 184 - side - 1)] {
            let second = frame(noise: noise, seed: 2, code(at: place.0, place.1, side: side))
            let changes = try #require(self.changes(first, second))
            #expect(!changes.isEmpty, "\(place)")
            // And nothing but where it is.
            for block in changes.members.indices where changes[block] {
                let (x, y) = (block % changes.columns * 8, block / changes.columns * 8)
                #expect(
                    (place.0 - 7..<place.0 + side).contains(x) && (place.1 - 7..<place.1 + side).contains(y))
            }
        }
    }

    @Test func aFaintOneIsToo() throws {
        let first = frame(noise: 2, seed: 1)
        let second = frame(noise: 2, seed: 2, code(at: 200, 100, side: 24, contrast: 30))
        #expect(try !#require(self.changes(first, second)).isEmpty)
    }

    /// Two thirds of the picture change, which does not make the rest noisier.
    @Test func muchMayChange() throws {
        let first = frame(noise: 3, seed: 1)
        let second = frame(noise: 3, seed: 2) { x, y in
            x < 208 ? 100 + 60 * sin(Double(x + 12) / 9) * cos(Double(y) / 7) : nil
        }
        let changes = try #require(self.changes(first, second))
        let (left, right) = (26, changes.columns - 26)
        for row in 0..<changes.rows {
            let members = changes.members[row * changes.columns..<(row + 1) * changes.columns]
            #expect(members.prefix(left).count(where: \.self) > left / 2)
            #expect(members.suffix(right).allSatisfy { !$0 })
        }
    }

    @Test func ofWhatIsExposedOtherwiseNothingIsKnown() throws {
        let first = frame(noise: 2, seed: 1)
        #expect(try #require(self.changes(first, frame(noise: 2, seed: 2, brightness: 2))).isEmpty)
        #expect(changes(first, frame(noise: 2, seed: 2, brightness: 20)) == nil)
    }

    @Test func planesOfOtherSizesAndOfNoneCannotBeCompared() {
        let small = Plane(width: 4, height: 4, samples: Array(repeating: 0, count: 16))
        #expect(changes(small, small) == nil)
        #expect(changes(small, frame(noise: 0, seed: 1)) == nil)
    }
}
