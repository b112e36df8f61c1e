import MetadataOutput
import Testing

/// What is said of the sample pictures today is what was said when Scripts/record was last run.
@Suite struct SampleRecordTests {
    @Test(arguments: SamplePicture.all)
    func isAsRecorded(picture: SamplePicture) throws {
        let (record, expected) = (picture.record(of: try picture.update()), try picture.expectedRecord())
        #expect(record == expected, "\(picture.path): if the new record is right, run Scripts/record")
    }
}
