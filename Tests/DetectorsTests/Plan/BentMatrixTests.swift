import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Data Matrix codes on vials and bottles: their solid edges are no straight lines, and modules are narrower towards the sides.
@Suite(.enabled(if: ZXing.isCurrent)) struct BentMatrixTests {
    private static let text = "VIAL 0042 LOT 7C19 EXP 2027-03"
    /// Of which each row is given by its dark modules (`zint -b 71 --square --dump`).
    private static let rows: [UInt32] = [
        0xAAAAA, 0xFDF77, 0xBA2F4, 0xEEEF7, 0x8B1DC, 0x9F145, 0xD00E6, 0x9C9A1, 0xE627C, 0xF90F9,
        0x8B45A, 0xD7607, 0x8B70E, 0xAFED9, 0xB190A, 0x9CEA3, 0xA441A, 0x9108D, 0xFB282, 0xFFFFF,
    ]

    /// The symbol on a cylinder around an axis that runs as its columns do, or its rows, seen from afar and from above or below.
    ///
    /// - Parameters:
    ///   - angle: Half of what the symbol takes of the cylinder, in radians.
    ///   - rise: The sine of the angle from which it is seen.
    private static func picture(angle: Double, rise: Double, isSideways: Bool, degrees: Double) throws
        -> Plane
    {
        let (side, quiet, module) = (20.0, 3.0, 6.0)
        let radius = side / 2 / angle
        var picture = DrawnPicture(width: 320, height: 320, background: 200)
        let placed = Homography.scale(x: module, y: module).then(.rotation(degrees: degrees))
            .then(.translation(x: 160, y: 160))
        try picture.draw(placed) { place in
            let (across, along) = isSideways ? (place.y, place.x) : (place.x, place.y)
            guard abs(across) < radius else { return nil }
            let turn = asin(across / radius)
            let x = turn * radius + side / 2
            let y = (along - rise * radius * (1 - cos(turn))) / (1 - rise * rise).squareRoot() + side / 2
            guard min(x, y) > -quiet, max(x, y) < side + quiet else { return nil }
            guard min(x, y) >= 0, max(x, y) < side else { return 225 }
            let (column, row) = isSideways ? (Int(y), Int(x)) : (Int(x), Int(y))
            return rows[row] >> (19 - UInt32(column)) & 1 == 1 ? 40 : 225
        }
        picture.addNoise(6, seed: 7)
        return picture.plane
    }

    @Test(arguments: [(0.4, 0.4), (0.6, -0.4), (0.7, 0.3)], [0.0, 25, 110, 200])
    func areRead(bend: (angle: Double, rise: Double), degrees: Double) throws {
        for isSideways in [false, true] {
            let plane = try Self.picture(
                angle: bend.angle, rise: bend.rise, isSideways: isSideways, degrees: degrees)
            let request = DetectionRequest(types: [.dataMatrix], effort: .normal).unhurried
            let found = ReadingArbiter().detections(
                try CodeDetector().detect(request, in: Frame(luma: plane)).readings)
            #expect(found.count == 1)
            guard case .code(let content)? = found.first?.reading.content else { continue }
            #expect(content.text == Self.text)
        }
    }
}
