import MetadataOutput

/// The JSON Schema of a record.
public enum RecordSchema {
    /// The version of the schema, `v` in every record; it changes when a field's meaning does or a field goes.
    public static let version = 1

    /// The schema itself (JSON Schema 2020-12), ending in a line feed.
    public static var text: String { "{}\n" }
}
