import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Linear codes with bars several times as high as the symbol is wide.
@Suite struct TallCodeTests {
    @Test(arguments: [0.0, 12, 45, 90], [2.0, 5]) func aTallCodeIsOne(degrees: Double, heights: Double) throws
    {
        let shape = try #require(SymbolShape.shapes(of: .ean8, text: Array("96385074".utf8)).first)
        let width = Double(shape.modules)
        let side = Int(2 * width * (heights + 1))
        var picture = DrawnPicture(width: side, height: side)
        let placed = Homography.translation(x: -width / 2, y: -width * heights / 2)
            .then(.scale(x: 1.8, y: 1.8)).then(.rotation(degrees: degrees))
            .then(.translation(x: Double(side) / 2, y: Double(side) / 2))
        try picture.draw(shape, height: width * heights, placed)
        let request = DetectionRequest(types: [.ean8], effort: .fast).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: picture.plane)).readings
        let codes = ReadingArbiter().detections(found)
        #expect(codes.count == 1)
        // All of it: no part is left that could be read again.
        let area = abs(try #require(codes.first).reading.corners.doubleArea) / 2
        #expect(area > 0.9 * 1.8 * 1.8 * width * width * heights)
    }

    /// Labels on a roll say the same and are several.
    @Test func codesAboveEachOtherAreSeveral() throws {
        let shape = try #require(SymbolShape.shapes(of: .ean8, text: Array("96385074".utf8)).first)
        var picture = DrawnPicture(width: 260, height: 400)
        for row in 0..<3 {
            try picture.draw(
                shape, height: 40,
                Homography.scale(x: 2, y: 2).then(.translation(x: 60, y: 40 + 110 * Double(row))))
        }
        let request = DetectionRequest(types: [.ean8], effort: .fast).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: picture.plane)).readings
        #expect(ReadingArbiter().detections(found).count == 3)
    }
}
