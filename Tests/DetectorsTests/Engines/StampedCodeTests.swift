import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Where zbar's scan lines say that a linear code begins and ends upon which something is stamped.
@Suite struct StampedCodeTests {
    private static let (module, left, top, height) = (3, 40, 40, 120)

    /// An EAN-13 with something grey over a part of the given rows.
    private func plane(stampedRows rows: Range<Int>) -> Plane {
        let bars = EAN13.bars(of: [4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1])
        return Plane(width: 400, height: 200) { samples in
            for index in samples.indices {
                let (x, y) = (index % 400, index / 400)
                let bar = (x - Self.left) / Self.module
                let isDark =
                    x >= Self.left && bars.indices.contains(bar) && bars[bar]
                    && (Self.top..<Self.top + Self.height).contains(y)
                let isStamped = rows.contains(y) && (170..<210).contains(x)
                samples[index] = isDark ? 0 : isStamped ? 90 : 255
            }
        }
    }

    @Test(arguments: [90..<110, 60..<80, 0..<0]) func theyAreThoseOfTheWholeCode(rows: Range<Int>) throws {
        let plane = plane(stampedRows: rows)
        let points = (Self.top..<Self.top + Self.height).map { CGPoint(x: 325, y: $0) }
        let line = try #require(
            ScanPoints(points: points, direction: .right, widestRun: 6.5).line(in: plane))
        let (start, end) = (Double(Self.left), Double(Self.left + 95 * Self.module))
        #expect(abs(line.start.x - start) <= 2 && abs(line.end.x - end) <= 2, "\(line)")
    }

    /// The middle one of the lines that the first of those pictures was read along.
    @Test func aStampCutsALine() throws {
        let line = BarRuns(
            of: plane(stampedRows: 90..<110), through: CGPoint(x: 325, y: 100.5), along: CGPoint(x: 1, y: 0))
        let extent = try #require(line?.extent(widestRun: 6.5))
        #expect(extent.end - extent.start < 200)
    }
}
