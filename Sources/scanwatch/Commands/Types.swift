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
        let table = TextTable(rows: [["type", "identifier", "engines", "limits"]] + rows)
        for line in table.lines { print(line) }
    }
}
