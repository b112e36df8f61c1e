import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes on vials and bottles: their edges are no straight lines, and modules are narrower towards the sides.
@Suite(.enabled(if: ZXing.isCurrent)) struct BentMatrixTests {
    private struct Symbol {
        let type: MetadataObjectType
        /// By its dark modules.
        let rows: [UInt32]
    }

    private static let text = "VIAL 0042 LOT 7C19 EXP 2027-03"

    /// `zint -b 71 --square --dump`
    private static let dataMatrix = Symbol(
        type: .dataMatrix,
        rows: [
            0xAAAAA, 0xFDF77, 0xBA2F4, 0xEEEF7, 0x8B1DC, 0x9F145, 0xD00E6, 0x9C9A1, 0xE627C, 0xF90F9,
            0x8B45A, 0xD7607, 0x8B70E, 0xAFED9, 0xB190A, 0x9CEA3, 0xA441A, 0x9108D, 0xFB282, 0xFFFFF,
        ])

    /// `zint -b 92 --dump`
    private static let aztec = Symbol(
        type: .aztec,
        rows: [
            0x4CEAB, 0x60659, 0x49FD2, 0x47DE0, 0x56B53, 0x0FFF9, 0x2203B, 0x16FAC, 0x628BC, 0x2EAAA,
            0x628B1, 0x76FA3, 0x0202B, 0x13FF4, 0x48CCB, 0x3F150, 0x0CBC4, 0x50D9F, 0x14D43,
        ])

    /// The symbol on a cylinder around an axis that runs as its columns do, or its rows, seen from afar and from above or below.
    ///
    /// - Parameters:
    ///   - angle: Half of what the symbol takes of the cylinder, in radians.
    ///   - rise: The sine of the angle from which it is seen.
    private static func picture(
        of symbol: Symbol, angle: Double, rise: Double, isSideways: Bool, degrees: Double
    ) throws -> Plane {
        let (side, quiet, module) = (Double(symbol.rows.count), 3.0, 6.0)
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
            return symbol.rows[row] >> UInt32(symbol.rows.count - 1 - column) & 1 == 1 ? 40 : 225
        }
        picture.addNoise(6, seed: 7)
        return picture.plane
    }

    @Test(arguments: [(0.4, 0.4), (0.6, -0.4), (0.7, 0.3)], [0.0, 25, 110, 200])
    func dataMatrixIsRead(bend: (angle: Double, rise: Double), degrees: Double) throws {
        try expectRead(Self.dataMatrix, angle: bend.angle, rise: bend.rise, degrees: degrees)
    }

    @Test(arguments: [(0.4, 0.4), (0.6, -0.4), (0.7, 0.3)], [0.0, 25, 110, 200])
    func aztecIsRead(bend: (angle: Double, rise: Double), degrees: Double) throws {
        try expectRead(Self.aztec, angle: bend.angle, rise: bend.rise, degrees: degrees)
    }

    /// Eight of its 40 codewords check the others, and would explain what is damaged as bytes that nobody wrote.
    @Test(arguments: [0.0, 25], [false, true])
    func whatFewCodewordsCheckIsNotGuessed(degrees: Double, isSideways: Bool) throws {
        let damaged = Symbol(
            type: .aztec,
            rows: [
                0x6D5FB, 0x5AD10, 0x4D012, 0x0196E, 0x3EBDD, 0x4FFFF, 0x5203E, 0x16FB9, 0x1E8B7, 0x76AB7,
                0x728B8, 0x16FAC, 0x22027, 0x13FF6, 0x59104, 0x3AA44, 0x2BA69, 0x26659, 0x54F9C,
            ])
        let plane = try Self.picture(
            of: damaged, angle: 0.6, rise: -0.4, isSideways: isSideways, degrees: degrees)
        let isGuessed = try detections(of: .aztec, in: plane).contains { detection in
            guard case .code(let content) = detection.reading.content else { return false }
            return content.bytes.starts(with: [0x20, 0x40, 0x02, 0x60])
        }
        #expect(!isGuessed)
    }

    private func detections(of type: MetadataObjectType, in plane: Plane) throws -> [Detection] {
        let request = DetectionRequest(types: [type], effort: .normal).unhurried
        return ReadingArbiter().detections(
            try CodeDetector().detect(request, in: Frame(luma: plane)).readings)
    }

    private func expectRead(_ symbol: Symbol, angle: Double, rise: Double, degrees: Double) throws {
        for isSideways in [false, true] {
            let plane = try Self.picture(
                of: symbol, angle: angle, rise: rise, isSideways: isSideways, degrees: degrees)
            let found = try detections(of: symbol.type, in: plane)
            #expect(found.count == 1)
            guard case .code(let content)? = found.first?.reading.content else { continue }
            #expect(content.text == Self.text)
        }
    }
}
