import Capture
import MetadataOutput
import MetadataRecords

/// Writes records to standard output, and to standard error the errors for which their format has no lines.
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
        switch picture.result {
        case .failure(let error) where !format.includesErrors:
            StandardStreams.complain("\(picture.source): \(error.message)")
        case .success(let update) where !format.includesEngineFailures:
            for failure in update.failures {
                StandardStreams.complain("\(picture.source): \(failure.engine.rawValue): \(failure.reason)")
            }
        default: break
        }
        try sink.write(format.lines(for: Record(picture)))
    }

    func finish() throws(OutputFailure) {
        try sink.write(format.footer)
    }
}
