/// The sums of an evaluation for people: a row a folder and, below it, one an engine; last, all of them.
///
/// An engine's row counts the readings that stand in its name. Time is of whole pictures and no engine's own.
public struct EvaluationTable: Sendable {
    /// By the bytes of their paths.
    private var folders: [[UInt8]: EvaluationSummary] = [:]
    private var order: [String] = []
    /// All verdicts added up.
    public private(set) var total = EvaluationSummary()

    /// Begins with nothing.
    public init() {}

    /// Adds a verdict.
    public mutating func add(_ verdict: PictureVerdict) {
        let folder = Array(verdict.folder.utf8)
        if folders[folder] == nil { order.append(verdict.folder) }
        folders[folder, default: EvaluationSummary()].add(verdict)
        total.add(verdict)
    }

    /// The cells, headings first; codes, faces and times have columns only where there are any.
    public var rows: [[String]] {
        let columns = columns
        var rows = [["folder", "pictures"] + columns.map(\.heading)]
        let sums: [(String, EvaluationSummary)] =
            order.map { ($0, folders[Array($0.utf8)] ?? total) } + [("all", total)]
        for (name, summary) in sums {
            rows.append([name, "\(summary.pictures)"] + columns.map { $0.cell(summary) })
            for (engine, counts) in summary.engines.sorted(by: { $0.key < $1.key }) {
                rows.append(
                    ["  " + (engine.isEmpty ? "?" : engine), ""] + columns.map { $0.engineCell(counts) })
            }
        }
        return rows
    }

    private struct Column {
        let heading: String
        let cell: (EvaluationSummary) -> String
        var engineCell: (PictureVerdict.Engine) -> String = { _ in "" }
    }

    private var columns: [Column] {
        var columns: [Column] = []
        if total.codes + total.misread > 0 {
            columns += [
                Column(heading: "full") { "\($0.fullyRead)" },
                Column(heading: "codes") { "\($0.codes)" },
                Column(heading: "read", cell: { "\($0.read)" }, engineCell: { "\($0.read)" }),
                Column(heading: "recall") { Self.share($0.read, of: $0.codes) },
                Column(heading: "misread", cell: { "\($0.misread)" }, engineCell: { "\($0.misread)" }),
            ]
        }
        if total.faces + total.falseFaces > 0 {
            columns += [
                Column(heading: "faces") { "\($0.faces)" },
                Column(heading: "found", cell: { "\($0.found)" }, engineCell: { "\($0.found)" }),
                Column(heading: "recall") { Self.share($0.found, of: $0.faces) },
                Column(heading: "false", cell: { "\($0.falseFaces)" }, engineCell: { "\($0.falseFaces)" }),
            ]
        }
        if total.milliseconds != nil {
            columns.append(Column(heading: "ms") { $0.milliseconds.map { "\(Int($0.rounded()))" } ?? "" })
        }
        return columns
    }

    private static func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "" }
        let tenths = (1000 * part + whole / 2) / whole
        let text = "\(tenths / 10).\(tenths % 10)%"
        return String(repeating: " ", count: 6 - text.count) + text
    }
}
