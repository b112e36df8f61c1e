public import MetadataOutput

/// A choice among the fields of a record, in the order it was made.
///
/// A field has the name it has in a record, with dots where it is nested (`bounds.x`); fields of objects have no
/// prefix (`type`), and the name of a field with fields of its own (`bounds`, `error`) chooses all of them.
public struct RecordFields: Sendable, Hashable {
    /// Where the chosen fields are, each without fields of its own.
    let paths: [[String]]

    private init(paths: [[String]]) {
        self.paths = paths
    }

    /// Every field that records can have, in the order of the schema.
    ///
    /// - Parameters:
    ///   - preview: the preview in whose points geometry is given as well, or nil.
    ///   - landmarks: whether faces have landmarks.
    ///   - isSequence: whether records are of frames, which have a time.
    ///   - isLive: whether they are of a camera's frames.
    ///   - zones: the zones whose names objects carry.
    ///   - hints: whether records say why something cannot be read.
    public static func all(
        preview: VideoPreview? = nil, landmarks: Bool = false, isSequence: Bool = false, isLive: Bool = false,
        zones: ZoneSet = [], hints: Bool = false
    ) -> RecordFields {
        var collector = FieldCollector()
        for record in Record.specimens(
            landmarks: landmarks, isSequence: isSequence, isLive: isLive, hints: hints)
        {
            collector.write(record, preview: preview, zones: zones)
        }
        return RecordFields(paths: collector.paths)
    }

    /// Every field that records of events can have, in the order of the schema.
    ///
    /// - Parameters:
    ///   - preview: the preview in whose points geometry is given as well, or nil.
    ///   - landmarks: whether faces have landmarks.
    ///   - isLive: whether they are of a camera's frames.
    ///   - zones: the zones whose names objects carry.
    ///   - hints: whether records say why something cannot be read.
    public static func ofEvents(
        preview: VideoPreview? = nil, landmarks: Bool = false, isLive: Bool = false, zones: ZoneSet = [],
        hints: Bool = false
    ) -> RecordFields {
        var collector = FieldCollector()
        for event in EventRecord.specimens(landmarks: landmarks, isLive: isLive, hints: hints) {
            collector.write(event, preview: preview, zones: zones)
        }
        return RecordFields(
            paths: collector.paths.map { path in
                path.first == FieldTree.object ? [FieldTree.objects] + path.dropFirst() : path
            })
    }

    /// Chooses by name among these.
    ///
    /// - Throws: ``UnknownRecordField`` if one is not among them.
    public func chosen(_ names: [String]) throws(UnknownRecordField) -> RecordFields {
        var chosen: [[String]] = []
        for name in names {
            let matching =
                name == FieldTree.objects
                ? paths.filter { $0.first == name } : paths.filter { ($0.name + ".").hasPrefix(name + ".") }
            guard !matching.isEmpty else { throw UnknownRecordField(name: name, valid: validNames) }
            chosen += matching.filter { !chosen.contains($0) }
        }
        return RecordFields(paths: chosen)
    }

    /// These without `v`, which is the same in all records, and `faceID`, which is the same as `id`.
    public var withoutRepetition: RecordFields {
        RecordFields(paths: paths.filter { !["v", "faceID"].contains($0.name) })
    }

    /// The names of the chosen fields.
    public var names: [String] { paths.map(\.name) }

    /// What a JSON object has if these are chosen: also what says that something failed.
    var jsonTree: FieldTree {
        FieldTree(paths: paths + [["engineFailures", "engine"], ["engineFailures", "reason"]])
    }

    /// The same for a record of an event, which has one object and no engine that failed.
    var eventTree: FieldTree {
        FieldTree(
            paths: paths.map { path in
                path.first == FieldTree.objects ? [FieldTree.object] + path.dropFirst() : path
            })
    }

    /// The names that can be chosen; those of single points are not listed.
    private var validNames: [String] {
        paths.reduce(into: []) { names, path in
            let parts = path.name.split(separator: ".").prefix { Int($0) == nil }
            for length in 1...parts.count {
                let name = parts.prefix(length).joined(separator: ".")
                if !names.contains(name) { names.append(name) }
            }
        }
    }
}

/// A name that no field has.
public struct UnknownRecordField: Error, Sendable, Hashable {
    /// The name.
    public let name: String
    /// The names that fields have.
    public let valid: [String]
}

extension [String] {
    /// A path as a name.
    fileprivate var name: String {
        (first == FieldTree.objects ? dropFirst() : self[...]).joined(separator: ".")
    }
}
