/// A component of vCard and iCalendar (RFC 6350, RFC 5545) or their predecessors (vCard 2.1, vCalendar 1.0): lines between
/// `BEGIN:NAME` and `END:NAME`, with components inside it.
struct LineComponent {
    /// In capitals, such as `VCARD`.
    let name: String
    /// Its own lines in their order.
    private(set) var lines: [ContentLine] = []
    /// The components in it, in their order.
    private(set) var components: [LineComponent] = []

    private init(name: String) {
        self.name = name
    }

    /// One component that is the whole text; nil where a line has no value, a component no end, or there are too many.
    init?(_ bytes: ArraySlice<UInt8>) {
        var open: [LineComponent] = []
        let text = UnfoldedLines(bytes)
        guard text.lines.count <= StructuredContent.mostFields else { return nil }
        for (index, bytes) in text.lines.enumerated() where !bytes.isEmpty {
            guard let line = ContentLine(bytes[...], isOfOldForm: text.areOfOldForm) else { return nil }
            switch line.name {
            case "BEGIN":
                guard open.count < Self.mostLevels else { return nil }
                open.append(LineComponent(name: line.value.trimmed.text.uppercased()))
            case "END":
                guard let ended = open.popLast(), ended.name == line.value.trimmed.text.uppercased()
                else { return nil }
                if !open.isEmpty {
                    open[open.count - 1].components.append(ended)
                } else if index == text.lines.count - 1 {
                    self = ended
                    return
                } else {
                    return nil
                }
            default:
                guard !open.isEmpty else { return nil }
                open[open.count - 1].lines.append(line)
            }
        }
        return nil
    }

    private static let mostLevels = 8

    /// The first line of that name.
    subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

    /// All lines of that name.
    func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }
}

/// The lines of a text, those joined that were folded.
private struct UnfoldedLines {
    private(set) var lines: [[UInt8]] = []
    /// Whether they are of vCard 2.1 or vCalendar 1.0, which fold and escape in another way.
    let areOfOldForm: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        let physical = bytes.trimmedEnd.parts(at: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        areOfOldForm = physical.contains {
            $0.count <= 20 && ["VERSION:2.1", "VERSION:1.0"].contains($0.trimmed.text.uppercased())
        }
        for line in physical {
            if endsSoftly {
                lines[lines.count - 1].removeLast()
                lines[lines.count - 1] += line
            } else if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                // The old form folds where white space is, the new one adds it.
                lines[lines.count - 1] += areOfOldForm ? line : line.dropFirst()
            } else {
                lines.append(Array(line))
            }
        }
    }

    /// Whether the last line is quoted-printable and goes on.
    private var endsSoftly: Bool {
        guard areOfOldForm, let line = lines.last, line.last == UInt8(ascii: "="),
            let colon = line.prefix(200).firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return line[..<colon].text.uppercased().contains("QUOTED-PRINTABLE")
    }
}
