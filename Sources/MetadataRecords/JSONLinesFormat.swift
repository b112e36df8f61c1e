import Foundation
public import MetadataOutput

/// One JSON object a line and input, also when nothing was found; see `docs/records.md` and ``RecordSchema``.
public struct JSONLinesFormat: RecordFormat {
    /// The preview in whose points each object's geometry is given as well, or nil.
    public let preview: VideoPreview?

    /// Makes the format.
    public init(preview: VideoPreview? = nil) {
        self.preview = preview
    }

    /// Errors are records.
    public var includesErrors: Bool { true }

    /// One line.
    public func lines(for record: Record) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.write(record, preview: preview) }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ record: Record, preview: VideoPreview?) {
        field("v", RecordSchema.version)
        field("source", String(decoding: record.source, as: UTF8.self))
        if !record.source.isUTF8 { field("sourceBytes", base64: record.source) }
        field("index", record.index)
        if let time = record.time {
            field("time", time.seconds, places: 6)
            field("frame", record.index)
        }
        switch record.result {
        case .success(let update): write(update, preview: preview)
        case .failure(let error):
            field("error") {
                $0.field("code", error.code.rawValue)
                $0.field("message", error.message)
            }
        }
    }

    private mutating func write(_ update: MetadataUpdate, preview: VideoPreview?) {
        let transform = preview?.transform(width: update.width, height: update.height)
        field("width", update.width)
        field("height", update.height)
        field("objects", update.objects) { writer, object in
            writer.object { $0.write(object, preview: transform) }
        }
        guard !update.failures.isEmpty else { return }
        field("engineFailures", update.failures) { writer, failure in
            writer.object {
                $0.field("engine", failure.engine.rawValue)
                $0.field("message", failure.reason)
            }
        }
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
