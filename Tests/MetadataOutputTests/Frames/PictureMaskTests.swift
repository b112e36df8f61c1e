import Foundation
import MetadataOutput
import Testing

@Suite struct PictureMaskTests {
    private func mask(_ areas: [(Double, Double)]...) throws -> PictureMask {
        let zones = try areas.map { corners in
            try #require(Zone(name: "m", corners: corners.map { CGPoint(x: $0.0, y: $0.1) }))
        }
        return try #require(PictureMask(areas: zones))
    }

    /// Which cells are hidden, a row a text.
    private func rows(_ cells: MaskedCells) -> [String] {
        (0..<cells.rows).map { row in
            cells.isHidden[row * cells.columns..<(row + 1) * cells.columns].map { $0 == 1 ? "#" : "." }
                .joined()
        }
    }

    @Test func nothingIsNoMask() { #expect(PictureMask(areas: []) == nil) }

    @Test func cellsThatAreTouchedAreHidden() throws {
        // 80 × 48 pixels are 5 × 3 cells; the rectangle is of the pixels 16…47 and 20…30.
        let inside = try mask([(0.21, 0.42), (0.59, 0.42), (0.59, 0.62), (0.21, 0.62)])
        #expect(rows(inside.cells(width: 80, height: 48)) == [".....", ".##..", "....."])
        let line = try mask([(0, 0.5), (1, 0.5), (0.5, 0.5)])
        #expect(rows(line.cells(width: 80, height: 48)) == [".....", "#####", "....."])
        let point = try mask([(0.5, 0.5), (0.5, 0.5), (0.5, 0.5)])
        #expect(rows(point.cells(width: 80, height: 48)) == [".....", "..#..", "....."])
    }

    @Test func aPolygonHidesItsInsideAndNotItsBays() throws {
        // A U of 7 × 5 cells, open to the top.
        let u = try mask([(0, 0), (0.1, 0), (0.1, 0.9), (0.9, 0.9), (0.9, 0), (1, 0), (1, 1), (0, 1)])
        #expect(
            rows(u.cells(width: 112, height: 80)) == [
                "#.....#", "#.....#", "#.....#", "#.....#", "#######",
            ])
    }

    @Test func severalAreasAddUp() throws {
        let two = try mask([(0, 0), (0.1, 0), (0, 0.1)], [(1, 1), (0.9, 1), (1, 0.9)])
        #expect(rows(two.cells(width: 48, height: 32)) == ["#..", "..#"])
    }

    @Test func theLastCellsMayBeCutOff() throws {
        let all = try mask([(0, 0), (1, 0), (1, 1), (0, 1)])
        var runs: [[Int]] = []
        all.cells(width: 33, height: 17).forEachRun { runs.append([$0, $1, $2, $3]) }
        #expect(runs == [[0, 0, 33, 16], [0, 16, 33, 1]])
    }

    @Test func aZoomHidesTheSame() throws {
        let right = try mask([(0.6, 0), (1, 0), (1, 1), (0.6, 1)])
        let middle = right.cropped(to: CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        // 0.6 of the picture is 0.7 of its middle half: pixel 56 of 80.
        #expect(rows(middle.cells(width: 80, height: 16)) == ["...##"])
        let again = middle.cropped(to: CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
        #expect(rows(again.cells(width: 80, height: 16)) == [".####"])
        let left = right.cropped(to: CGRect(x: 0, y: 0, width: 0.5, height: 1))
        #expect(rows(left.cells(width: 80, height: 16)) == ["....."])
    }

    @Test func hiddenSamplesAreGreyAndOthersAreWhatTheyWere() throws {
        let samples = (0..<40 * 20).map { UInt8($0 % 251) }
        let plane = Plane(width: 40, height: 20, samples: samples)
        let hidden = plane.masked(by: try mask([(0.5, 0), (0.6, 0), (0.6, 0.1)]))
        hidden.withBytes { bytes in
            for y in 0..<20 {
                for x in 0..<40 {
                    let isHidden = (16..<32).contains(x) && y < 16
                    #expect(bytes[y * 40 + x] == (isHidden ? 128 : samples[y * 40 + x]), "\(x), \(y)")
                }
            }
        }
    }
}
