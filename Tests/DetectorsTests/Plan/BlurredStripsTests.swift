import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Linear codes before a lens that is out of focus.
@Suite struct BlurredStripsTests {
    private static let texts: [(MetadataObjectType, String)] = [
        (.ean13, "4006381333931"), (.code128, "PACK-2291"),
    ]
    private static let scale = 3.0
    private static let height = 30.0

    private func found(in plane: Plane, without step: String? = nil) throws -> [Reading] {
        var request = DetectionRequest(types: MetadataObjectType.linearCodes).unhurried
        request.disabledSteps = step.map { [$0] } ?? []
        return try CodeDetector().detect(request, in: Frame(luma: plane)).readings.filter {
            text(of: $0) != nil
        }
    }

    private func text(of reading: Reading) -> String? {
        if case .code(let content) = reading.content { content.text } else { nil }
    }

    /// Three pixels a module, and three boxes one after the other, which are near enough a Gaussian: of five pixels one of .8 modules.
    private func picture(
        of shape: SymbolShape, _ placed: Homography, blurredOver window: Int
    ) throws -> Plane {
        let width = Int((Double(shape.modules) + 20) * Self.scale) + 20
        var picture = DrawnPicture(width: width, height: 170, background: 120)
        try picture.draw(shape, height: Self.height, placed)
        let sharp = picture.plane
        return sharp.boxMean(window: window).boxMean(window: window).boxMean(window: window)
    }

    private func upright() -> Homography {
        .translation(x: 13, y: 13).then(.scale(x: Self.scale, y: Self.scale))
    }

    @Test(arguments: texts) func barsThatRunIntoEachOtherAreRead(type: MetadataObjectType, value: String)
        throws
    {
        let shape = try #require(SymbolShape.shapes(of: type, text: Array(value.utf8)).first)
        let placed = upright()
        let seen = try picture(of: shape, placed, blurredOver: 5)
        let reading = try #require(try found(in: seen).first)
        #expect(text(of: reading) == value && reading.step == "blurred-strips")
        let truth = CGRect(x: 0, y: 0, width: Double(shape.modules), height: Self.height).corners.map {
            placed($0)
        }
        #expect(
            reading.corners.allSatisfy { corner in
                truth.contains { hypot($0.x - corner.x, $0.y - corner.y) < 9 }
            }, "\(reading.corners)")
        #expect(try found(in: seen, without: "blurred-strips").isEmpty)
    }

    /// Of a Gaussian of 2.2 modules nothing is left.
    @Test func whatIsGoneIsNotMadeUp() throws {
        let shape = try #require(SymbolShape.shapes(of: .ean13, text: Array("4006381333931".utf8)).first)
        #expect(try found(in: picture(of: shape, upright(), blurredOver: 13)).isEmpty)
    }
}
