import Foundation
import Testing

@testable import Detectors

@Suite struct EvenEndsTests {
    private static func corners(_ values: [(Double, Double)]) -> [CGPoint] {
        values.map { CGPoint(x: $0.0, y: $0.1) }
    }

    /// Top left, bottom left, bottom right, top right.
    static let table: [(corners: [CGPoint], even: [CGPoint])] = [
        // About the same height already.
        (
            corners([(0, 0), (0, 80), (200, 60), (200, 30)]),
            corners([(0, 0), (0, 80), (200, 60), (200, 30)])
        ),
        // The last end is low: at the top, in the middle, at the bottom.
        (corners([(0, 0), (0, 80), (200, 8), (200, 0)]), corners([(0, 0), (0, 80), (200, 80), (200, 0)])),
        (corners([(0, 0), (0, 80), (200, 45), (200, 35)]), corners([(0, 0), (0, 80), (200, 80), (200, 0)])),
        (corners([(0, 0), (0, 80), (200, 80), (200, 72)]), corners([(0, 0), (0, 80), (200, 80), (200, 0)])),
        // The first is; it is a point.
        (corners([(0, 8), (0, 8), (200, 80), (200, 0)]), corners([(0, 0), (0, 80), (200, 80), (200, 0)])),
        // A symbol on its side.
        (corners([(80, 0), (0, 0), (70, 200), (80, 200)]), corners([(80, 0), (0, 0), (0, 200), (80, 200)])),
        // Nothing at all.
        (corners([(5, 5), (5, 5), (5, 5), (5, 5)]), corners([(5, 5), (5, 5), (5, 5), (5, 5)])),
    ]

    @Test(arguments: table.indices) func theLowerEndIsAsHighAsTheOther(index: Int) {
        let (corners, even) = Self.table[index]
        for (found, wanted) in zip(EvenEnds.corners(of: corners), even) {
            #expect(abs(found.x - wanted.x) < 1e-9 && abs(found.y - wanted.y) < 1e-9)
        }
    }

    @Test func farCornersStayNumbers() {
        let far = Self.corners([(0, 0), (0, 1e300), (1e300, 2), (1e300, 1)])
        #expect(EvenEnds.corners(of: far).allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
}
