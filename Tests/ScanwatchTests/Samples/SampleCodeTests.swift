import MetadataOutput
import Testing

/// Every code of the sample pictures is read with the right type, text and bytes, where it is, and nothing else.
@Suite struct SampleCodeTests {
    static let pictures = SamplePicture.all.filter { $0.folder != "face" }

    @Test(arguments: pictures)
    func everyCodeIsReadOnce(picture: SamplePicture) throws {
        let update = try picture.update()
        let comparison = CodeComparison(truth: picture.truth, update: update)
        #expect(comparison.inventions.isEmpty, "\(picture.path): \(comparison.inventions)")
        guard SamplePicture.isRecordedEngine else { return }
        if KnownMisses.paths.contains(picture.path) {
            #expect(
                !comparison.misses.isEmpty,
                "\(picture.path) is read now: take it out of SampleImages/KNOWN-MISSES.md")
        } else {
            #expect(comparison.misses.isEmpty, "\(picture.path): \(comparison.misses)")
        }
        try picture.expectRecord(of: update)
    }

    @Test(.enabled(if: !SamplePicture.isRecordedEngine)) func anOlderLibraryReadsMost() throws {
        let missed = try Self.pictures.filter {
            try !CodeComparison(truth: $0.truth, update: $0.update()).misses.isEmpty
        }
        #expect(missed.count * 20 <= Self.pictures.count * 3, "\(missed.map(\.path))")
    }
}
