import MetadataOutput

/// One `type<TAB>text` line an object, for shells; see `docs/records.md`.
///
/// The text is empty for faces and for codes that were only located. A payload that is not text is written as
/// its bytes, `\xHH`. What would break a line or steer a terminal is escaped as `printf '%b'` understands it.
public struct TextFormat: RecordFormat {
    /// Whether types are coloured, for a terminal.
    public let isInColour: Bool

    /// Makes the format.
    public init(isInColour: Bool = false) {
        self.isInColour = isInColour
    }

    /// Errors give no line.
    public var includesErrors: Bool { false }

    /// The record's objects, in the order of their ids.
    public func lines(for record: Record) -> [UInt8] {
        guard case .success(let update) = record.result else { return [] }
        return update.objects.flatMap(line(of:))
    }

    /// A line when an object appears.
    public func lines(for event: EventRecord) -> [UInt8] {
        event.event.kind == .appeared ? line(of: event.event.object) : []
    }

    private func line(of object: any MetadataObject) -> [UInt8] {
        let type = object.type.name
        return Array("\(isInColour ? TerminalColour.cyan(type) : type)\t\(text(of: object))\n".utf8)
    }

    private func text(of object: any MetadataObject) -> String {
        guard let code = object as? MetadataMachineReadableCodeObject else { return "" }
        return code.stringValue.map { lineSafe($0) } ?? lineSafe(code.rawBytes)
    }
}
