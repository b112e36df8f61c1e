import Capture
import MetadataOutput
import MetadataRecords

/// Writes records to standard output.
final class RecordWriter: PictureConsumer {
    private let format: any RecordFormat
    private let sink: RecordSink

    /// Takes standard output over.
    init(format: any RecordFormat) throws(OutputFailure) {
        self.format = format
        sink = try RecordSink()
        try sink.write(format.header)
    }

    func take(_ picture: PictureUpdate) throws(OutputFailure) {
        try sink.write(format.lines(for: Record(picture)))
    }

    func finish() throws(OutputFailure) {
        try sink.write(format.footer)
    }
}
