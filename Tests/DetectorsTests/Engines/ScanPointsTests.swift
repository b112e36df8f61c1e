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

    /// Held by hand, a long symbol is now and then read near its upper edge alone, where the line across the bars in its middle left it
    /// soon: a part of it was a symbol, with another one beside it in the next frame.
    @Test(arguments: [-0.1, 0.1]) func aLongSymbolIsWholeNearItsEdge(lean: Double) throws {
        // Of 140 modules, as bars and spaces of 1 to 3 of them.
        var random = Noise(seed: 7)
        var modules: [Bool] = []
        while modules.count < 139 {
            modules += [Bool](repeating: modules.last != true, count: 1 + Int(random.next() * 3))
        }
        modules = Array(modules.prefix(138)) + [false, true]
        let size = CGSize(width: 3 * Double(modules.count), height: 70)
        let map = Homography.translation(x: -size.width / 2, y: -size.height / 2)
            .then(Homography([1, lean, 0, 0, 1, 0, 0, 0.004, 1])).then(.translation(x: 320, y: 80))
        var picture = DrawnPicture(width: 640, height: 160)
        try picture.draw(map, within: CGRect(origin: .zero, size: size)) { point in
            CGRect(origin: .zero, size: size).contains(point)
                ? modules[Int(point.x / 3)] ? 20 : 230 : nil
        }
        let rows = [4.0, 6, 8, 10, 12]
        let points = rows.enumerated().map { row, y in
            map(CGPoint(x: row.isMultiple(of: 2) ? 0 : size.width, y: y))
        }
        let line = try #require(
            ScanPoints(points: points, direction: .right, widestRun: 6.5).line(in: picture.plane))
        let length = map(CGPoint(x: size.width, y: 8)).x - map(CGPoint(x: 0, y: 8)).x
        #expect(abs(line.end.x - line.start.x - length) < 0.05 * length)
    }
}
