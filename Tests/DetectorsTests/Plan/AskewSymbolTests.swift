import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// The rarer symbologies seen from the side, as a camera sees nearly everything.
@Suite struct AskewSymbolTests {
    private static let side = 640

    /// What lies about the middle of a drawing, in its own units, about the middle of a picture: turned, and then seen from the side.
    ///
    /// - Parameter tilt: What a unit along rows and columns is nearer, as a share of the distance from which it is seen.
    private func place(
        width: Double, height: Double, scale: Double, degrees: Double, tilt: (Double, Double)
    ) -> Homography {
        let middle = Double(Self.side) / 2
        return Homography.translation(x: -width / 2, y: -height / 2)
            .then(.scale(x: scale, y: scale))
            .then(Homography([1, 0, 0, 0, 1, 0, tilt.0, tilt.1, 1]))
            // What is seen at an angle is narrower too.
            .then(.scale(x: 1 - 120 * abs(tilt.0), y: 1 - 120 * abs(tilt.1)))
            .then(.rotation(degrees: degrees)).then(.translation(x: middle, y: middle))
    }

    private func readings(_ type: MetadataObjectType, in picture: Plane) throws -> [Reading] {
        let request = DetectionRequest(types: [type], effort: .normal).unhurried
        let result = try CodeDetector().detect(request, in: Frame(luma: picture))
        return ReadingArbiter().detections(result.readings).map(\.reading)
    }

    private func text(of reading: Reading?) -> String? {
        if case .code(let content)? = reading?.content { content.text } else { nil }
    }

    /// Their hexagons were sampled as if they were seen from straight above, which half a hexagon at the symbol's edge spoils.
    @Test(arguments: [((0.0007, 0.0), 251.0), ((-0.0012, 0.0008), 33), ((0.0, 0.0014), 0)])
    func aMaxiCodeIsRead(tilt: (Double, Double), degrees: Double) throws {
        let sample = try FaceSamples.plane("maxiCode/plain-mode-4.png")
        let truth = try #require(readings(.maxiCode, in: sample).first)
        let map = place(
            width: Double(sample.width), height: Double(sample.height), scale: 0.8, degrees: degrees,
            tilt: tilt)
        var picture = DrawnPicture(width: Self.side, height: Self.side, background: 110)
        try picture.draw(map) { place in
            let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            guard x >= 0, y >= 0, x < sample.width, y < sample.height else { return nil }
            return sample.withBytes { 30 + 0.75 * Double($0[y * sample.bytesPerRow + x]) }
        }
        picture.addNoise(8, seed: 5)
        let found = try readings(.maxiCode, in: picture.plane)
        #expect(found.map(text) == [text(of: truth)])
        for (corner, expected) in zip(found.first?.corners ?? [], truth.corners.map { map($0) }) {
            #expect(hypot(corner.x - expected.x, corner.y - expected.y) <= 6)
        }
    }

    /// Its finder pattern tells little of where its other end is, up to 132 modules away.
    @Test(
        .enabled(if: ZXing.isCurrent),
        arguments: [
            ("R7x43", (0.0009, 0.0), 128.0), ("R9x99", (-0.0003, 0.0006), 4), ("R17x139", (0.0004, 0.0), 186),
        ])
    func aRectangularMicroQRIsRead(version: String, tilt: (Double, Double), degrees: Double) throws {
        let sample = try FaceSamples.plane("rMQR/plain-\(version).png")
        let truth = try #require(readings(.rMQR, in: sample).first)
        let (width, height) = (Double(sample.width), Double(sample.height))
        let map = place(
            width: width, height: height, scale: 560 / width, degrees: degrees, tilt: tilt)
        var picture = DrawnPicture(width: Self.side, height: Self.side, background: 110)
        try picture.draw(map) { place in
            let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            guard x >= 0, y >= 0, x < sample.width, y < sample.height else { return nil }
            return sample.withBytes { 30 + 0.75 * Double($0[y * sample.bytesPerRow + x]) }
        }
        picture.addNoise(8, seed: 5)
        let found = try readings(.rMQR, in: picture.plane)
        #expect(found.map(text) == [text(of: truth)])
        #expect(found.first?.step == "rmqr-grids")
        for (corner, expected) in zip(found.first?.corners ?? [], truth.corners.map { map($0) }) {
            #expect(hypot(corner.x - expected.x, corner.y - expected.y) <= 4)
        }
    }

    /// Of three characters the nearest has modules a quarter wider than the farthest.
    @Test(.enabled(if: ZXing.isCurrent), arguments: [0.0005, -0.0005])
    func aDataBarLimitedIsRead(tilt: Double) throws {
        let shape = try #require(
            SymbolShape.shapes(of: .gs1DataBarLimited, text: Array("0115012345678907".utf8)).first)
        var picture = DrawnPicture(width: Self.side, height: Self.side)
        try picture.draw(
            shape, height: 40,
            place(width: Double(shape.modules), height: 40, scale: 5, degrees: 0, tilt: (tilt, 0)))
        picture.addNoise(8, seed: 5)
        #expect(try readings(.gs1DataBarLimited, in: picture.plane).map(text) == ["0115012345678907"])
    }
}
