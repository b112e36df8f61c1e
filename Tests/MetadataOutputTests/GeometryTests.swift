import Foundation
import Testing

@testable import MetadataOutput

/// Small arithmetic that everything else relies on.
@Suite struct GeometryTests {
    @Test func theBoxAroundPoints() {
        let points = [CGPoint(x: 3, y: 1), CGPoint(x: -1, y: 4), CGPoint(x: 2, y: -2)]
        #expect(CGRect(around: points) == CGRect(x: -1, y: -2, width: 4, height: 6))
        #expect(CGRect(around: [CGPoint(x: 5, y: 6)]) == CGRect(x: 5, y: 6, width: 0, height: 0))
        #expect(CGRect(around: []) == .zero)
    }

    @Test func cornersRunCounterClockwiseFromTheTopLeft() {
        let corners = CGRect(x: 1, y: 2, width: 3, height: 4).corners
        #expect(corners == [(1, 2), (1, 6), (4, 6), (4, 2)].map { CGPoint(x: $0.0, y: $0.1) })
    }

    @Test(arguments: [
        (0.0, 0.0), (359.5, 359.5), (360, 0), (725, 5), (-30, 330), (-360, 0), (-725, 355), (-1e-20, 0),
    ])
    func degreesAreWrapped(angle: Double, wrapped: Double) {
        #expect(angle.wrappedDegrees == wrapped)
    }

    /// A worker that was taken over may say anything of how things moved.
    @Test func whatIsNoNumberIsSomewhereAtLeast() {
        for value in [Double.nan, .infinity, -.infinity, 1e300] {
            let box = CGRect(x: value, y: value, width: 1, height: value)
            let blocks = PlaneBlocks(width: 80, height: 80)
            #expect(
                blocks.places(touchedBy: box).allSatisfy { (0..<blocks.columns * blocks.rows).contains($0) })
            let frame = Frame(luma: Plane(width: 4, height: 3, samples: Array(repeating: 1, count: 12)))
            let luma = frame.cropped(to: box).luma
            #expect((1...4).contains(luma.width) && (1...3).contains(luma.height))
        }
    }
}
