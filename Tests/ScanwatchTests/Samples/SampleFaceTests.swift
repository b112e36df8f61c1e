import MetadataOutput
import Testing

/// Faces of the sample pictures are found with the roll that was applied, and their yaw follows the mirror.
@Suite struct SampleFaceTests {
    static let pictures = SamplePicture.all.filter { $0.folder == "face" }

    @Test(arguments: pictures)
    func everyFaceIsFoundWithItsRoll(picture: SamplePicture) throws {
        let update = try picture.update()
        let comparison = FaceComparison(truth: picture.truth, update: update)
        #expect(comparison.inventions.isEmpty, "\(picture.path): \(comparison.inventions)")
        if KnownMisses.paths.contains(picture.path) {
            #expect(
                !comparison.misses.isEmpty,
                "\(picture.path) is right now: take it out of SampleImages/KNOWN-MISSES.md")
        } else {
            #expect(comparison.misses.isEmpty, "\(picture.path): \(comparison.misses)")
        }
        try picture.expectRecord(of: update)
    }

    /// Asks for more than the issue: from 5 degrees on, for no picture here is turned by much more than 10.
    @Test func yawChangesItsSignInTheMirror() throws {
        var compared = 0
        for person in ["astronaut", "obama", "biden"] {
            let yaw = try yawAngle(of: "\(person)-turned+00")
            let mirrored = try yawAngle(of: "\(person)-mirrored")
            guard max(yaw.magnitude, mirrored.magnitude) >= 5 else { continue }
            #expect(yaw * mirrored < 0, "\(person): yaw \(yaw), in the mirror \(mirrored)")
            compared += 1
        }
        #expect(compared > 0, "no face is turned far enough to have a sign")
    }

    /// In −180…180 degrees.
    private func yawAngle(of name: String) throws -> Double {
        let picture = try #require(Self.pictures.first { $0.truth.source == "\(name).jpg" })
        let comparison = FaceComparison(truth: picture.truth, update: try picture.update())
        return try #require(comparison.yaws[0], "\(name) has no yaw")
    }
}
