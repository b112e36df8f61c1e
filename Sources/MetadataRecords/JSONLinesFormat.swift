import Foundation
public import MetadataOutput

/// One JSON object a line and input, also when nothing was found; see `docs/records.md` and ``RecordSchema``.
public struct JSONLinesFormat: RecordFormat {
    /// The preview in whose points each object's geometry is given as well, or nil.
    public let preview: VideoPreview?

    /// The zones whose names objects in them carry; none: objects carry no names.
    public let zones: [Zone]

    /// Makes the format.
    public init(preview: VideoPreview? = nil, zones: [Zone] = []) {
        self.preview = preview
        self.zones = zones
    }

    /// Errors are records.
    public var includesErrors: Bool { true }

    /// One line.
    public func lines(for record: Record) -> [UInt8] {
        line { $0.write(record, preview: preview, zones: zones) }
    }

    /// One line.
    public func lines(for event: EventRecord) -> [UInt8] {
        line { $0.write(event, preview: preview, zones: zones) }
    }

    /// One line.
    public func lines(for status: StatusRecord) -> [UInt8] { line { $0.write(status) } }

    private func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(body)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ record: Record, preview: VideoPreview?, zones: [Zone]) {
        head(source: record.source, index: record.index, time: record.time, moment: record.moment)
        switch record.result {
        case .success(let update): write(update, preview: preview, zones: zones)
        case .failure(let error):
            field("error") {
                $0.field("code", error.code.rawValue)
                $0.field("message", error.message)
            }
        }
    }

    private mutating func write(_ update: MetadataUpdate, preview: VideoPreview?, zones: [Zone]) {
        let transform = preview?.transform(width: update.width, height: update.height)
        field("width", update.width)
        field("height", update.height)
        field("objects", update.objects) { writer, object in
            writer.object { $0.write(object, preview: transform, zones: zones) }
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
