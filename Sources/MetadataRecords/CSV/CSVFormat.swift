public import MetadataOutput

/// A table with a line of column names (RFC 4180): one row an object, an error, a failed engine, or a picture
/// without any of these; see `docs/records.md`.
public struct CSVFormat: RecordFormat {
    /// The columns.
    public let fields: RecordFields
    /// The preview in whose points each object's geometry is given as well, or nil.
    public let preview: VideoPreview?
    /// The zones whose names objects in them carry.
    public let zones: ZoneSet
    /// Whether control characters are replaced by pictures of them, for a terminal that shows the table.
    public let showsControls: Bool
    private let columns: FieldTree

    /// Makes the format.
    ///
    /// - Parameters:
    ///   - fields: The columns in their order; default all but `v` and `faceID`, which repeat themselves.
    ///   - preview: Into whose coordinates objects are converted too; default nobody's.
    ///   - zones: Which zones objects are said to be in.
    ///   - showsControls: As ``showsControls``.
    public init(
        fields: RecordFields? = nil, preview: VideoPreview? = nil, zones: ZoneSet = [],
        showsControls: Bool = false
    ) {
        self.fields = fields ?? RecordFields.all(preview: preview, zones: zones).withoutRepetition
        self.preview = preview
        self.zones = zones
        self.showsControls = showsControls
        columns = FieldTree(paths: self.fields.paths)
    }

    /// The line of column names.
    public var header: [UInt8] { Array((fields.names.joined(separator: ",") + "\r\n").utf8) }

    /// Errors are rows if there is a column for them.
    public var includesErrors: Bool { columns.child("error") != nil }

    /// Failed engines are rows if there is a column for them.
    public var includesEngineFailures: Bool { columns.child("engineFailures") != nil }

    /// The record's rows; a row without anything in it is left out.
    public func lines(for record: Record) -> [UInt8] {
        guard record.isSearched || includesErrors else { return [] }
        var rows = CSVRows(columns: columns, count: fields.paths.count, showsControls: showsControls)
        rows.write(record, preview: preview, zones: zones)
        return rows.lines
    }
}
