public import MetadataOutput

/// One JSON object a line and input, also when nothing was found; see `docs/records.md` and ``RecordSchema``.
public struct JSONLinesFormat: RecordFormat {
    /// The preview in whose points each object's geometry is given as well, or nil.
    public let preview: VideoPreview?
    /// How the objects are laid out; one that is not ``JSONLayout/line`` spans lines.
    public let layout: JSONLayout
    /// The fields that are written, or nil for all. `error` and `engineFailures` are written in any case.
    public let fields: RecordFields?
    /// The zones whose names objects in them carry, if it is used.
    public let zones: ZoneSet

    /// Makes the format.
    public init(
        preview: VideoPreview? = nil, layout: JSONLayout = .line, fields: RecordFields? = nil,
        zones: ZoneSet = []
    ) {
        self.preview = preview
        self.layout = layout
        self.fields = fields
        self.zones = zones
    }

    /// Errors are records.
    public var includesErrors: Bool { true }

    /// One object. Of an input that could not be searched all fields are written, whatever was chosen.
    public func lines(for record: Record) -> [UInt8] {
        object(fields: record.isSearched ? fields?.jsonTree : nil) {
            $0.write(record, preview: preview, zones: zones)
        }
    }

    /// One object.
    public func lines(for event: EventRecord) -> [UInt8] {
        object(fields: fields?.eventTree) { $0.write(event, preview: preview, zones: zones) }
    }

    /// One object with all fields, whatever was chosen of records.
    public func lines(for status: StatusRecord) -> [UInt8] { object { $0.write(status) } }

    private func object(fields: FieldTree? = nil, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(layout: layout, fields: fields)
        writer.object(body)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
