import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What is a change to a scene, and what is noise.
@Suite struct StillPlaneTests {
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

    @Test(arguments: [0, 1, 4, 8])
    func noiseIsNoChange(noise: Double) {
        let first = frame(noise: noise, seed: 1)
        for seed in 2..<6 { #expect(OpticalFlow().areSame(first, frame(noise: noise, seed: UInt64(seed)))) }
    }

    @Test(arguments: [(0, 14), (2, 14), (4, 16), (8, 24)])
    func aSmallCodeIsAChange(noise: Double, side: Int) {
        let first = frame(noise: noise, seed: 1)
        for place in [(3, 5), (150, 90), (320 - side - 1, 184 - side - 1)] {
            let second = frame(noise: noise, seed: 2, code(at: place.0, place.1, side: side))
            #expect(!OpticalFlow().areSame(first, second), "\(place)")
        }
    }

    @Test func aFaintOneIsToo() {
        let first = frame(noise: 2, seed: 1)
        let second = frame(noise: 2, seed: 2, code(at: 200, 100, side: 24, contrast: 30))
        #expect(!OpticalFlow().areSame(first, second))
    }

    @Test func whatIsExposedOtherwiseHasChanged() {
        let first = frame(noise: 2, seed: 1)
        #expect(OpticalFlow().areSame(first, frame(noise: 2, seed: 2, brightness: 2)))
        #expect(!OpticalFlow().areSame(first, frame(noise: 2, seed: 2, brightness: 20)))
    }

    @Test func planesOfOtherSizesAndOfNoneAreNotTheSame() {
        let small = Plane(width: 4, height: 4, samples: Array(repeating: 0, count: 16))
        #expect(!OpticalFlow().areSame(small, small))
        #expect(!OpticalFlow().areSame(small, frame(noise: 0, seed: 1)))
    }
}
