import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// YuNet's looks at a place that it found, of a file that the package does not bring.
@Suite struct YuNetFaceSearchTests {
    private static let file = ProcessInfo.processInfo.environment["SCANWATCH_TEST_FACE_MODEL"]
    private static let models = FaceModels(landmarkModel: "", cache: ModelCache(folder: nil))

    /// A face is none on its side; one that lies there, and is said to stand upright, is one then.
    @Test(
        .enabled(if: file != nil, "SCANWATCH_TEST_FACE_MODEL names no YuNet file"),
        arguments: [0.0, 90, -90])
    func aFaceIsNoneOnItsSide(_ turn: Double) throws {
        let path = try #require(Self.file)
        let search = YuNetFaceSearch(
            model: try YuNet(file: Data(contentsOf: URL(filePath: path)), path: path),
            filters: try Self.models.filters(),
            time: SearchTime(of: DetectionRequest(types: [.face]).unhurried, share: 100), mesh: nil)
        let picture = try FaceSamples.plane("face/obama-turned+00.jpg")
        let view = View(picture).shrunk(toLongerSide: YuNetFaceSearch.longerSide)
        let face = try #require(try search.model.faces(in: view.plane, limit: 0.5).first)
        var candidate = FaceCandidate(face, in: view, roll: 0)
        let turned = View(picture).turned(by: turn, border: .replicated)
        let back = try #require(turned.toPicture.inverse)
        candidate.move(to: CGRect(around: candidate.box.corners.map(back.callAsFunction)))
        let score = try search.lookOnItsSide(of: candidate, in: turned.plane)
        #expect((score >= FaceEvidence.aFaceOnItsSide) == (turn != 0))
        // Known as it lies, it is none on its side, and the picture's own way up is not asked.
        candidate.startRoll = turn
        #expect(try search.lookOnItsSide(of: candidate, in: turned.plane) < FaceEvidence.aFaceOnItsSide)
    }
}
