import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes that are seen in a mirror, or from behind.
@Suite(.enabled(if: ZXing.isCurrent)) struct MirroredCodeTests {
    /// Of these ZXing reads no mirrored one.
    private static let samples = [
        "rMQR/plain-R7x43.png", "rMQR/turned-037.png", "microPDF417/columns-1.png",
        "microPDF417/turned-090.png", "dataMatrix/size-8x18.png", "dataMatrix/size-8x32.png",
    ]

    private func codes(in plane: Plane, _ effort: Effort, without steps: Set<String> = []) throws -> [Reading]
    {
        let request = DetectionRequest(
            types: MetadataObjectType.matrixCodes, effort: effort, disabledSteps: steps
        ).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        return ReadingArbiter().detections(found).map(\.reading)
    }

    private func content(_ reading: Reading) throws -> CodeContent {
        guard case .code(let content) = reading.content else { throw NotACode() }
        return content
    }

    private struct NotACode: Error {}

    private func isNear(_ corners: [CGPoint], _ others: [CGPoint]) -> Bool {
        corners.count == others.count
            && zip(corners, others).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) <= 4 }
    }

    /// Corners lie where those of the unmirrored symbol do in the mirror, and so go the other way round.
    @Test(arguments: samples) func oneIsRead(_ name: String) throws {
        let plane = try FaceSamples.plane(name)
        let straight = try #require(codes(in: plane, .normal).first)
        let found = try codes(in: plane.mirrored(), .normal)
        let mirrored = try #require(found.first)
        #expect(found.count == 1)
        #expect(mirrored.type == straight.type)
        #expect(try content(mirrored).bytes == content(straight).bytes)
        #expect(try content(mirrored).isMirrored && !content(straight).isMirrored)
        let width = Double(plane.width)
        #expect(isNear(mirrored.corners, straight.corners.map { CGPoint(x: width - $0.x, y: $0.y) }))
        #expect(try codes(in: plane.mirrored(), .normal, without: ["mirrored", "straightened"]).isEmpty)
    }

    @Test func oneBesideAnotherIsReadByThoroughSearches() throws {
        let plane = try FaceSamples.plane("qr/small.png").beside(
            FaceSamples.plane("rMQR/plain-R7x43.png").mirrored())
        #expect(try Set(codes(in: plane, .thorough).map(\.type)) == [.qr, .rMQR])
    }

    /// What is no mirror image is told as none, though a thorough search sees it in a mirror too; ZXing says of a square Data Matrix
    /// there that it is mirrored.
    @Test(arguments: ["dataMatrix/size-16x16.png", "rMQR/plain-R7x43.png"])
    func oneThatIsNotMirroredIsNone(_ name: String) throws {
        let plane = try FaceSamples.plane(name)
        let straight = try #require(codes(in: plane, .normal).first)
        let request = DetectionRequest(types: [straight.type], effort: .thorough).unhurried
        let readings = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
        for reading in readings {
            #expect(try !content(reading).isMirrored)
            #expect(isNear(reading.corners, straight.corners))
        }
        #expect(readings.contains { $0.step == "mirrored-beside" } == (straight.type == .dataMatrix))
    }
}
