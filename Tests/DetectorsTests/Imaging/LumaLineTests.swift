import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite("A line's values are those of its places") struct LumaLineTests {
    private static let plane = Plane(width: 61, height: 47) { samples in
        var state: UInt32 = 11
        for index in samples.indices {
            state = state &* 1_664_525 &+ 1_013_904_223
            samples[index] = UInt8(state >> 24)
        }
    }

    /// Upright, level, turned both ways, along the edges and beyond them.
    @Test(arguments: [
        (0.5, 0.5, 1.0, 0.0), (3.25, 40.5, 0.25, -0.1), (60.5, 2, -0.7, 0.7), (30, -8, 0, 1),
        (-20, 46.9, 1.3, 0),
        (70, 60, -1, -1),
    ])
    func valuesAreThoseOfPlaces(x: Double, y: Double, dx: Double, dy: Double) {
        Self.plane.withUnsafeSamples { samples in
            let luma = LumaSampler(Self.plane, at: samples)
            let line = luma.line(from: CGPoint(x: x, y: y), to: CGPoint(x: x + dx, y: y + dy))
            for index in 0..<100 {
                let value = Double(line[index]) / Double(LumaLine.level)
                let wanted = luma.value(x + Double(index) * dx, y + Double(index) * dy)
                #expect(abs(value - wanted) < 0.02, "place \(index)")
            }
        }
    }
}
