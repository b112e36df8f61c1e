import ArgumentParser
import MetadataOutput
import MetadataRecords

/// Prints the types that can be found.
struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Print the types, their identifiers, the engines that read them, and their limits.")

    func run() {
        let rows = DetectorCatalog.types.map { entry in
            [
                entry.type.name, entry.type.rawValue, entry.engines.map(\.rawValue).joined(separator: ", "),
                entry.limits,
            ]
        }
        StandardOutput.print(TextTable.lines([["type", "identifier", "engines", "limits"]] + rows))
    }
}
