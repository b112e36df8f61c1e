import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes with light and dark exchanged.
@Suite struct LightOnDarkTests {
    /// A negative shows no more than the picture does, nor less.
    @Test func anInterleavedCodeIsRead() throws {
        let plane = try FaceSamples.plane("interleaved2of5/plain-12.png").negative()
        let request = DetectionRequest(types: [.interleaved2of5], effort: .normal).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        #expect(ReadingArbiter().detections(found).count == 1)
    }

    @Test(.enabled(if: ZXing.isCurrent)) func oneBesideAnotherIsReadByThoroughSearches() throws {
        let plane = try FaceSamples.plane("qr/small.png").beside(
            FaceSamples.plane("dataMatrix/small.png").negative())
        let request = DetectionRequest(types: [.qr, .dataMatrix], effort: .thorough).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        let types = Set(ReadingArbiter().detections(found).map(\.reading.type))
        #expect(types == [.qr, .dataMatrix])
    }

    /// QR codes on dark screens are found by their patterns, by quick searches and in frames of a camera too.
    @Test(arguments: ["qr/turned-037.png", "qr/version-20-perspective.png", "qr/bent.png"], [false, true])
    func aQRCodeIsReadByFastSearches(_ name: String, isLive: Bool) throws {
        let straight = try FaceSamples.plane(name)
        let request = DetectionRequest(
            types: [.qr], effort: .fast, liveFrame: isLive ? LiveFrame(number: 0) : nil
        ).unhurried
        func read(_ plane: Plane) throws -> (bytes: [UInt8], isInverted: Bool?)? {
            let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
            guard case .code(let content) = ReadingArbiter().detections(found).first?.reading.content else {
                return nil
            }
            return (content.bytes, content.isInverted)
        }
        let inverted = try #require(try read(straight.negative()))
        #expect(inverted.isInverted == true)
        #expect(try read(straight)?.bytes == inverted.bytes)
    }

    @Test(arguments: [Effort.fast, .normal]) func aQRCodeBesideAnotherIsRead(_ effort: Effort) throws {
        let plane = try FaceSamples.plane("qr/small.png").beside(
            FaceSamples.plane("qr/turned-037.png").negative())
        let request = DetectionRequest(types: [.qr], effort: effort).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        #expect(ReadingArbiter().detections(found).count == 2)
    }
}
