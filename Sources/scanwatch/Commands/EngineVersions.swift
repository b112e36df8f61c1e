import ArgumentParser
import MetadataOutput
import Workers

/// Prints the libraries behind the engines.
struct EngineVersions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engines", abstract: "Print the libraries that decode and search, and their versions.")

    func run() throws {
        let engines = try ChosenEngines.current.start(EngineWishes(detectors: ["codes"]))
        defer { engines.close() }
        for library in try engines.describe().libraries { print(library.name, library.version) }
    }
}
