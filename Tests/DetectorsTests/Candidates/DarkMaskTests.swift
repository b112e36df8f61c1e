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
}
