import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Linear symbols of one text above each other, of which ZXing makes one.
@Suite(.enabled(if: ZXing.isCurrent)) struct EqualSymbolsTests {
    /// Bars of 95 modules of three pixels, 200 pixels high, so many pixels apart.
    @Test(arguments: [(60.0, 2), (60, 4), (150, 2), (150, 3)], [0.0, 90])
    func eachIsTold(row: (gap: Double, count: Int), degrees: Double) throws {
        let (gap, count) = row
        let plane = try picture(parts: (0..<count).map { (Double($0) * (200 + gap), 200) }, degrees: degrees)
        let symbols = try ZXing.symbols(of: [.ean13], in: plane, options: .init())
        #expect(symbols.count == count)
        let tops = symbols.map { degrees == 0 ? $0.corners[0].y : $0.corners[0].x }.sorted()
        for (top, next) in zip(tops, tops.dropFirst()) { #expect(abs(next - top - 200 - gap) <= 6) }
    }

    /// What lies across a symbol leaves parts of different heights.
    @Test func aFingerAcrossOneMakesNoTwo() throws {
        let plane = try picture(parts: [(0, 100), (150, 150)], degrees: 0)
        #expect(try ZXing.symbols(of: [.ean13], in: plane, options: .init()).count == 1)
    }

    private func picture(parts: [(top: Double, height: Double)], degrees: Double) throws -> Plane {
        var picture = DrawnPicture(width: 1200, height: 1200)
        let bars = EAN13.bars(of: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 8])
        let placed = Homography.scale(x: 3, y: 1).then(.translation(x: -142, y: -500))
            .then(.rotation(degrees: degrees)).then(.translation(x: 600, y: 600))
        try picture.draw(placed) { place in
            guard parts.contains(where: { ($0.top..<$0.top + $0.height).contains(place.y) }),
                bars.indices.contains(Int(place.x.rounded(.down)))
            else { return nil }
            return bars[Int(place.x)] ? 30 : nil
        }
        return picture.plane
    }
}
