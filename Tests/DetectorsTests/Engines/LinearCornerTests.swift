import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// The corner order of every linear symbology that can be read from both ends: the first is where the symbol begins.
@Suite struct LinearCornerTests {
    private static let contents: [(type: MetadataObjectType, text: String)] = [
        (.ean13, "4012345678901"), (.ean8, "40123455"), (.upce, "01234565"), (.code39, "WATCH39"),
        (.code93, "WATCH93"), (.code128, "Scanwatch"), (.codabar, "A1234567B"),
        (.interleaved2of5, "1234567890"), (.itf14, "12345678901231"), (.telepen, "Tele4711"),
        (.gs1DataBar, "0109501101530003"), (.gs1DataBarLimited, "0109501101530003"),
    ].filter { CodeDetector().supportedTypes.contains($0.type) }

    /// Turned so that lines meet its end first.
    @Test(arguments: contents)
    func theFirstIsWhereItBegins(content: (type: MetadataObjectType, text: String)) throws {
        let degrees = 197.0
        let shape = try #require(SymbolShape.shapes(of: content.type, text: Array(content.text.utf8)).first)
        let (width, height) = (Double(shape.modules), 40.0)
        let (scale, side) = (300 / width, 400.0)
        let map = Homography.translation(x: -width / 2, y: -height / 2)
            .then(.scale(x: scale, y: scale)).then(.rotation(degrees: degrees))
            // Not about the picture's middle, where what is told from its other end would be at the same place.
            .then(.translation(x: side / 2 + 25, y: side / 2 - 15))
        var picture = DrawnPicture(width: Int(side), height: Int(side), background: 215)
        try picture.draw(shape, height: height, map)
        let request = DetectionRequest(types: [content.type], effort: .normal).unhurried
        let result = try CodeDetector().detect(request, in: Frame(luma: picture.plane))
        let found = try #require(ReadingArbiter().detections(result.readings).first?.reading)
        let box = CGRect(x: 0, y: 0, width: width, height: height)
        let errors = zip(found.corners, box.corners.map { map($0) }).map {
            hypot($0.x - $1.x, $0.y - $1.y) / (height * scale)
        }
        #expect(try #require(errors.max()) <= 0.15, "\(errors)")
    }
}
