import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// QR codes before a lens that is out of focus.
@Suite struct BlurredSymbolTests {
    private func found(in plane: Plane, without step: String? = nil) throws -> [Reading] {
        var request = DetectionRequest(types: [.qr]).unhurried
        request.disabledSteps = step.map { [$0] } ?? []
        return try CodeDetector().detect(request, in: Frame(luma: plane)).readings.filter {
            text(of: $0) != nil
        }
    }

    private func text(of reading: Reading) -> String? {
        if case .code(let content) = reading.content { content.text } else { nil }
    }

    /// Three boxes of so many pixels, one after the other, are near enough a Gaussian; a module has five.
    private func blurred(_ plane: Plane, over window: Int) -> Plane {
        plane.boxMean(window: window).boxMean(window: window).boxMean(window: window)
    }

    /// A Gaussian of 0.7 modules.
    @Test(arguments: [HelloQR.low, HelloQR.high]) func modulesThatRunIntoEachOtherAreRead(plane: Plane) throws
    {
        let seen = blurred(plane, over: 7)
        let reading = try #require(try found(in: seen).first)
        #expect(text(of: reading) == "hello" && reading.step == "blurred-grids")
        #expect(abs(reading.boundingBox.minX - 120) < 4 && abs(reading.boundingBox.maxX - 225) < 4)
        #expect(try found(in: seen, without: "blurred-grids").isEmpty)
    }

    /// Of a Gaussian of 1.4 modules nothing is left.
    @Test func whatIsGoneIsNotMadeUp() throws {
        #expect(try found(in: blurred(HelloQR.low, over: 13)).isEmpty)
    }
}
