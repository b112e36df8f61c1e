import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Linear codes without quiet zones: a frame stands two modules beside them.
@Suite(.enabled(if: ZXing.isCurrent)) struct FramedLabelTests {
    private static let texts: [(MetadataObjectType, String)] = [
        (.ean13, "4006381333931"), (.code128, "PACK-2291"), (.code39, "A17Z-4"), (.code93, "PACK229"),
    ]
    private static let gap = 2.0

    private static func label(_ type: MetadataObjectType, _ text: String) throws -> Plane {
        let shape = try #require(SymbolShape.shapes(of: type, text: Array(text.utf8)).first)
        let (width, height) = (Double(shape.modules), 24.0)
        var picture = DrawnPicture(width: 400, height: 160)
        let placed = Homography.translation(x: -width / 2, y: -height / 2).then(.scale(x: 2.2, y: 2.2))
            .then(.rotation(degrees: 4)).then(.translation(x: 200, y: 80))
        try picture.draw(shape, height: height, placed)
        try picture.draw(placed) { place in
            let beside = max(-place.x, place.x - width)
            let above = max(-place.y, place.y - height) + gap
            let isOnSide = gap...gap + 1 ~= beside && above < 6 + gap
            return isOnSide || (5 + gap...6 + gap ~= above && beside < gap + 1) ? 40 : nil
        }
        picture.addNoise(6, seed: 5)
        return picture.plane
    }

    @Test(arguments: texts) func allAreReadWithTheLeastEffort(type: MetadataObjectType, text: String) throws {
        let request = DetectionRequest(types: MetadataObjectType.linearCodes, effort: .fast).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: Self.label(type, text))).readings
        let read = ReadingArbiter().detections(found).map { detection -> String? in
            if case .code(let content) = detection.reading.content { content.text } else { nil }
        }
        #expect(read == [text])
    }

    /// Half of an EAN-13 looks like a UPC-E but for the quiet zone, and pieces of an Interleaved 2 of 5 are some.
    @Test(arguments: [MetadataObjectType.ean13, .interleaved2of5]) func noPartIsRead(type: MetadataObjectType)
        throws
    {
        let others: Set<MetadataObjectType> = [.upce, .ean8, .interleaved2of5, .codabar]
        let plane = try Self.label(type, type == .ean13 ? "4006381333931" : "12345678901231")
        let options = ZXing.Options(hasNarrowQuietZones: true)
        #expect(try ZXing.symbols(of: others, in: plane, options: options).isEmpty)
    }
}
