import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Where a symbol is of which zbar tells points and no bars are found.
@Suite struct ScanPointsTests {
    private static let paper = Plane(
        width: 100, height: 60, samples: [UInt8](repeating: 230, count: 100 * 60))

    private func outline(_ points: [CGPoint], _ direction: ScanPoints.Direction) -> [CGPoint] {
        let scan = ScanPoints(points: points, direction: direction, widestRun: 6.5)
        var budget = OutlineBudget(for: Self.paper)
        return scan.outline(in: Self.paper, along: scan.line(in: Self.paper), within: &budget)
    }

    /// One end of a symbol is no place, however many lines ended there.
    @Test(arguments: [ScanPoints.Direction.right, .left, .up, .down]) func anEndIsNoPlace(
        direction: ScanPoints.Direction
    ) {
        let isHorizontal = direction == .right || direction == .left
        for rows in [[20.0], [20, 24], [20, 24, 40]] {
            let points = rows.map { isHorizontal ? CGPoint(x: 80, y: $0) : CGPoint(x: $0, y: 30) }
            #expect(!outline(points, direction).isOutline(inPictureOf: 100, by: 60))
        }
    }

    @Test func bothEndsAreAPlace() {
        let (first, last) = (CGPoint(x: 20, y: 30), CGPoint(x: 80, y: 32))
        #expect(outline([first, last], .right) == CGRect(x: 20, y: 30, width: 61, height: 3).corners)
    }
}
