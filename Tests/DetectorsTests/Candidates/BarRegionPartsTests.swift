import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct BarRegionPartsTests {
    /// The middles and sizes of what codes leave of a region of 340 × 100 around the origin, turned back.
    private func parts(
        of size: (length: Double, height: Double) = (340, 100), beside codes: [CGRect], degrees: Double
    ) -> [CGRect] {
        let turned = OrientedBox(center: CGPoint(x: 40, y: 30), degrees: degrees, width: 0, height: 0)
        let region = BarRegion(
            center: turned.center, angle: degrees, length: size.length, height: size.height, searchScale: 1)
        return region.parts(beside: codes.map { OrientedBox(corners: $0.corners.map(turned.point)) }).map {
            let middle = turned.offset(of: $0.center)
            return CGRect(
                x: (middle.x - $0.length / 2).rounded(), y: (middle.y - $0.height / 2).rounded(),
                width: $0.length.rounded(), height: $0.height.rounded())
        }
    }

    @Test(arguments: [0.0, 37, 90, 180, 225])
    func aCodeLeavesItsNeighbours(degrees: Double) {
        let whole = CGRect(x: -170, y: -50, width: 340, height: 100)
        #expect(parts(beside: [], degrees: degrees) == [whole])
        let middle = CGRect(x: -50, y: -50, width: 100, height: 100)
        #expect(
            parts(beside: [middle], degrees: degrees) == [
                CGRect(x: -170, y: -50, width: 120, height: 100),
                CGRect(x: 50, y: -50, width: 120, height: 100),
            ])
        let upper = CGRect(x: -160, y: -48, width: 320, height: 40)
        #expect(
            parts(beside: [upper], degrees: degrees) == [CGRect(x: -160, y: -8, width: 320, height: 58)])
        let lower = CGRect(x: -160, y: 2, width: 320, height: 40)
        #expect(parts(beside: [upper, lower], degrees: degrees).isEmpty)
        // Four pixels below the region, and behind its end.
        let others = [
            CGRect(x: -170, y: 54, width: 340, height: 80), CGRect(x: 180, y: -50, width: 100, height: 100),
        ]
        #expect(parts(beside: others, degrees: degrees) == [whole])
    }

    /// A region is a little larger than its code, and its ends are uncertain.
    @Test func aCodeExplainsItsOwnBars() {
        let code = CGRect(x: -50, y: -10, width: 100, height: 20)
        #expect(parts(of: (112, 26), beside: [code], degrees: 10).isEmpty)
        #expect(parts(of: (90, 12), beside: [code], degrees: 10).isEmpty)
    }

    /// Where an engine says no more than the line that it read, the code is as high as the bars there.
    @Test func aCodeKnownByALineExplainsTheBarsItRunsThrough() {
        let line = CGRect(x: -50, y: 20, width: 100, height: 1)
        #expect(parts(of: (104, 70), beside: [line], degrees: 0).isEmpty)
        #expect(parts(of: (104, 30), beside: [line], degrees: 0).count == 1)
    }
}
