import MetadataOutput
import Testing

@testable import Detectors

@Suite struct DarkMaskTests {
    /// Dots on ground that gets darker from left to right by 20 grey values.
    private static func dots(width: Int, height: Int) -> (plane: Plane, isDot: [Bool]) {
        var isDot: [Bool] = []
        let plane = Plane(width: width, height: height) { samples in
            for y in 0..<height {
                for x in 0..<width {
                    let dot = x % 9 < 3 && y % 9 < 3
                    isDot.append(dot)
                    samples[y * width + x] = UInt8(200 - x * 20 / width - (dot ? 40 : 0))
                }
            }
        }
        return (plane, isDot)
    }

    /// Narrow boxes are pixels, wide ones blocks of them, of which sides need not be multiples.
    @Test(arguments: [15, 39, 41, 101]) func dotsAreDarkAndTheGroundIsLight(window: Int) {
        let (plane, isDot) = Self.dots(width: 203, height: 117)
        let mask = DarkMask(of: plane, window: window)
        #expect(zip(mask.values, isDot).count { ($0 == 1) != $1 } == 0)
    }

    @Test func flatGroundIsLight() {
        let plane = Plane(width: 64, height: 48) { $0.update(repeating: 120) }
        #expect(DarkMask(of: plane, window: 11).values.allSatisfy { $0 == 0 })
        #expect(DarkMask(of: plane, window: 41).values.allSatisfy { $0 == 0 })
    }

    /// Noise on even ground that is twice as bright at the right, with a sharp frame of bars around a part of it.
    private static func noisy(deviation: Double) -> Plane {
        var seed: UInt64 = 7
        func next() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 40) / Double(1 << 24)
        }
        let (width, height) = (400, 300)
        return Plane(
            width: width, height: height,
            samples: (0..<width * height).map { place in
                let (x, y) = (place % width, place / width)
                let isBar = (100..<200).contains(x) && (100..<200).contains(y) && x % 4 < 2
                // The sum of twelve has a deviation of 1, and is nearly normal.
                let noise = (0..<12).reduce(-6) { sum, _ in sum + next() } * deviation
                let value = 80 + 80 * Double(x) / Double(width) - (isBar ? 60 : 0) + noise
                return UInt8(min(max(value.rounded(), 0), 255))
            })
    }

    @Test(arguments: [0, 1, 2, 4, 8.0]) func noiseIsMeasuredBesideEdges(deviation: Double) {
        // Rounding to whole levels is noise of 0.3, also where there is no other.
        #expect(abs(Self.noisy(deviation: deviation).noise - deviation) < 0.4 + deviation / 10)
    }

    @Test func whereThereIsLittleToMeasureThereIsNoNoise() {
        #expect(Plane(width: 2, height: 1, samples: [0, 255]).noise == 0)
        #expect(Plane(width: 3, height: 1, samples: [7, 7, 7]).noise < 0.2)
    }

    @Test(arguments: [1, 3, 5.0]) func noiseStaysQuiet(deviation: Double) {
        let plane = Self.noisy(deviation: deviation)
        let masks = Array(DarkMask.masks(of: plane, windows: [15, 41]))
        for mask in masks {
            let ground = (200..<300).flatMap { y in (0..<400).map { mask.values[y * 400 + $0] } }
            #expect(ground.count { $0 == 1 } < ground.count / 30)
            let bars = (120..<180).flatMap { y in (120..<180).map { mask.values[y * 400 + $0] } }
            #expect((1700...1900).contains(bars.count { $0 == 1 }))
        }
        #expect(FinderPatternSearch.patterns(in: View(plane)).isEmpty)
    }
}
