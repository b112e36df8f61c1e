import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Data Matrix codes of dots, as a needle strikes them into metal.
@Suite(.enabled(if: ZXing.isCurrent)) struct DottedMatrixTests {
    /// "123456", of which each row is given by its dark modules (`zint -b 71 --dump`).
    private static let rows: [UInt16] = [
        0b10_1010_1010, 0b11_0010_1101, 0b11_0000_0100, 0b11_0001_1101, 0b11_0000_1000,
        0b10_0000_1111, 0b11_1011_0000, 0b11_1101_1001, 0b10_0111_0100, 0b11_1111_1111,
    ]

    /// Twelve pixels from dot to dot, each seven wide.
    private static func picture(ground: Double, dots: Double, degrees: Double) throws -> Plane {
        var picture = DrawnPicture(width: 300, height: 300, background: ground)
        let placed = Homography.translation(x: -5, y: -5).then(.scale(x: 12, y: 12))
            .then(.rotation(degrees: degrees)).then(.translation(x: 150, y: 150))
        try picture.draw(placed) { place in
            let (column, row) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            guard (0..<10).contains(column), (0..<10).contains(row), rows[row] >> (9 - column) & 1 == 1
            else { return nil }
            let (x, y) = (place.x - Double(column) - 0.5, place.y - Double(row) - 0.5)
            return hypot(x, y) < 0.36 ? dots : nil
        }
        picture.addNoise(8, seed: 4)
        return picture.plane
    }

    @Test(arguments: [(190.0, 70.0), (90, 200)], [0.0, 17])
    func aMatrixOfDotsIsRead(shades: (ground: Double, dots: Double), degrees: Double) throws {
        let plane = try Self.picture(ground: shades.ground, dots: shades.dots, degrees: degrees)
        let request = DetectionRequest(types: [.dataMatrix], effort: .thorough).unhurried
        let found = ReadingArbiter().detections(
            try CodeDetector().detect(request, in: Frame(luma: plane)).readings)
        #expect(found.count == 1)
        guard case .code(let content) = found.first?.reading.content else { return }
        #expect(content.text == "123456" && content.isInverted == (shades.dots > shades.ground))
    }
}
