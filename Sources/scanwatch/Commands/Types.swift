import ArgumentParser
import Detectors
import MetadataOutput

/// Prints the types that can be found.
struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Print the types, their identifiers, the engines that look for them, and limits.")

    func run() {
        let rows = DetectorCatalog.types.map { entry in
            [
                entry.type.name, entry.type.rawValue, entry.engines.map(\.rawValue).joined(separator: ", "),
                entry.limits,
            ]
        }
        for line in table([["type", "identifier", "engines", "limits"]] + rows) { print(line) }
    }

    /// Columns two spaces apart, without blanks at line ends.
    private func table(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
