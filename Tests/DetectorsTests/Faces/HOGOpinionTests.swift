import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What dlib's filters say of a face that was found, cut out again.
@Suite struct HOGOpinionTests {
    private static let models = FaceModels(landmarkModel: "", cache: ModelCache(folder: nil))

    /// The only face of a sample, in the picture turned clockwise, and still said to stand upright.
    private func opinion(turned degrees: Double) throws -> HOGOpinion {
        let filters = try Self.models.filters()
        let picture = try FaceSamples.plane("face/obama-large.jpg")
        let time = SearchTime(of: DetectionRequest(types: [.face]).unhurried, share: 100)
        let found = try HOGFaceSearch(filters: filters, passes: [.upright640], time: time).candidates(
            in: picture)
        var face = try #require(found.first)
        #expect(face.isBelieved)
        let turned = View(picture).turned(by: degrees, border: .replicated)
        let back = try #require(turned.toPicture.inverse)
        face.centre = back(face.centre)
        return HOGOpinion(filters: filters, face: face, picture: turned.plane)
    }

    @Test func aFaceIsNoneAnotherWayUp() throws {
        let opinion = try opinion(turned: 0)
        let other = try opinion.bestOtherWayUp()
        #expect(try opinion.meanScore(limit: 0) > 0.6)
        #expect(other ?? -1 < 0)
    }

    @Test(arguments: [90.0, 180, 270])
    func everyOtherWayUpIsLookedAt(_ degrees: Double) throws {
        let opinion = try opinion(turned: degrees)
        let other = try #require(try opinion.bestOtherWayUp())
        #expect(other > 0.6)
        #expect(try opinion.meanScore(limit: 0) < 0)
    }
}
