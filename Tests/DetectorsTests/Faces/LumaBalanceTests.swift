import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Faces in frames that are too dark to show them.
@Suite struct LumaBalanceTests {
    private func changed(_ plane: Plane, _ change: (Int, Int, UInt8) -> UInt8) -> Plane {
        let samples = plane.withBytes { bytes in
            (0..<plane.width * plane.height).map { place in
                let (row, column) = (place / plane.width, place % plane.width)
                return change(column, row, bytes[row * plane.bytesPerRow + column])
            }
        }
        return Plane(width: plane.width, height: plane.height, samples: samples)
    }

    private func faces(in plane: Plane) throws -> [Reading] {
        let request = DetectionRequest(types: [.face], pose: .off).unhurried
        return try FaceDetector().detect(request, in: Frame(luma: plane)).readings
    }

    @Test(arguments: [25, 50])
    func findsAFaceInTheDark(_ divisor: UInt8) throws {
        let dark = changed(try FaceSamples.plane("face/obama-large.jpg")) { _, _, value in value / divisor }
        let found = try faces(in: dark)
        #expect(found.count == 1)
        #expect(found.first?.evidence.source == .rescue)
        // Without it there is nothing.
        let filters = try FaceModels(landmarkModel: "").filters()
        let time = SearchTime(of: DetectionRequest(types: [.face]).unhurried, share: 100)
        let plain = try HOGFaceSearch(filters: filters, passes: HOGPass.normal, time: time).candidates(
            in: dark)
        let isFoundAnyway = plain.contains { $0.isBelieved }
        #expect(!isFoundAnyway || divisor == 25)
    }

    @Test func ordinaryPicturesAreSearchedOnce() throws {
        for name in ["face/obama-large.jpg", "face/three-people.jpg", "none/coffee.jpg"] {
            let balance = LumaBalance(of: try FaceSamples.plane(name))
            #expect(!balance.isDark)
        }
        #expect(LumaBalance(of: Plane(width: 1, height: 1, samples: [0])).isDark)
    }

    @Test func whatStandsBeforeAWindowIsBacklit() throws {
        let scene = changed(Plane(width: 100, height: 100, samples: [UInt8](repeating: 0, count: 10_000))) {
            column, _, _ in (40..<60).contains(column) ? 20 : 230
        }
        let balance = LumaBalance(of: scene)
        #expect(balance.isBacklit && !balance.isDark)
        // The dark part is grey then, and the window white.
        balance.stretched(scene).withBytes { bytes in
            #expect((90...120).contains(bytes[50 * 100 + 50]))
            #expect(bytes[50 * 100 + 10] == 255)
        }
    }
}
