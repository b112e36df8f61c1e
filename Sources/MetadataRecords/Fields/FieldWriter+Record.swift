import MetadataOutput

extension FieldWriter {
    /// The fields of a record; with a preview each object's geometry in its points as well.
    mutating func write(_ record: Record, preview: VideoPreview?) {
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
        field(FieldTree.objects, update.objects) { $0.write($1, preview: transform) }
        guard !update.failures.isEmpty else { return }
        field("engineFailures", update.failures) {
            $0.field("engine", $1.engine.rawValue)
            $0.field("message", $1.reason)
        }
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
