import ArgumentParser
import MetadataRecords

/// Prints the JSON Schema of a record.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema (2020-12) of a record.")

    func run() {
        StandardOutput.print(RecordSchema.text, terminator: "")
    }
}
