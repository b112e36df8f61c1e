import Capture
import MetadataOutput
import MetadataRecords

/// Writes records to standard output or into a file.
final class RecordWriter: PictureConsumer {
    private let format: any RecordFormat
    private let sink: RecordSink

    /// Takes standard output over.
    init(format: any RecordFormat, file: RecordFile?) throws(OutputFailure) {
        self.format = format
        sink = try RecordSink(to: file)
        try sink.begin(format.header)
    }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        try sink.write(format.lines(for: Record(picture)))
        var counts = RunCounts()
        counts.count(objects: picture.result.objectCount, hasFailed: picture.result.hasFailed)
        try sink.note(picture, counts)
    }

    func finish() throws(OutputFailure) {
        try sink.finish(format.footer)
    }
}
