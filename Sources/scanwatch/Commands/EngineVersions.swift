import ArgumentParser
import MetadataOutput
import Workers

/// Prints the libraries behind the engines.
struct EngineVersions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engines",
        abstract: "Print the libraries that decode and search pictures, and their versions.")

    func run() throws {
        let backend = try ChosenBackend.current.start(BackendOptions(detectors: ["codes"]))
        defer { backend.close() }
        StandardOutput.print(try backend.describe().libraries.map { "\($0.name) \($0.version)" })
    }
}
