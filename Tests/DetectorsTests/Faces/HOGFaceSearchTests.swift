import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Detectors

/// A search on several threads.
@Suite struct HOGFaceSearchTests {
    private static let models = FaceModels(landmarkModel: "", cache: ModelCache(folder: nil))
    private let time = SearchTime(of: DetectionRequest(types: [.face]).unhurried, share: 100)

    /// A face, and half a one at the edge.
    private func picture() throws -> Plane {
        let view = View(try FaceSamples.plane("face/three-people.jpg"))
        let part = CGRect(
            x: 0, y: 0, width: 0.5 * Double(view.plane.width), height: Double(view.plane.height))
        return View(part, of: view.plane).plane
    }

    @Test func severalThreadsFindWhatOneFinds() throws {
        let picture = try picture()
        let found = try [1, 2].map { threads in
            try HOGFaceSearch(
                filters: Self.models.filters(), passes: HOGPass.normal, time: time, threads: threads
            ).candidates(in: picture).map { "\($0.box) \($0.score) \($0.step) \($0.isBelieved)" }
        }
        #expect(found[0].contains { $0.hasSuffix("true") })
        #expect(found[0] == found[1])
    }

    @Test(arguments: [("face/obama-large.jpg", true), ("none/coffee.jpg", false)])
    func aSureFaceIsToldOfAtOnce(_ name: String, _ hasFace: Bool) throws {
        let told = Mutex(0)
        let search = HOGFaceSearch(
            filters: try Self.models.filters(), passes: [.upright640], time: time
        ) { told.withLock { $0 += 1 } }
        _ = try search.candidates(in: try FaceSamples.plane(name))
        #expect(told.withLock { $0 > 0 } == hasFace)
    }
}
