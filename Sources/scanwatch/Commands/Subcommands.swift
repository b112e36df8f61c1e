import ArgumentParser

/// The subcommands under a root without arguments of its own.
///
/// ArgumentParser gives every word to a root that takes paths, so that `types` would be a file to search; these
/// are therefore parsed on their own when the first word is one of their names.
struct Subcommands: AsyncParsableCommand {
    static let all: [any ParsableCommand.Type] = [
        Types.self, EngineVersions.self, Schema.self, Devices.self, Photo.self, RecordMovie.self,
        Evaluate.self, Models.self, Config.self, Help.self,
    ]

    static let configuration = CommandConfiguration(commandName: "scanwatch", subcommands: all)

    /// Whether a command line calls one of them. Options and paths with a slash do not, which is seen without a look at them all.
    static func areCalled(by arguments: [String]) -> Bool {
        guard let first = arguments.first, !first.hasPrefix("-"), !first.utf8.contains(UInt8(ascii: "/"))
        else { return false }
        return all.contains { $0.configuration.commandName == first }
    }
}
