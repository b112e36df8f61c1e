import ArgumentParser
import Foundation

/// A command with its options, as ArgumentParser describes it to other programs: whatever is added to an option
/// group is in here without further work.
struct CommandOutline: Decodable {
    let commandName: String
    private let abstract: String?
    private let shouldDisplay: Bool
    private let arguments: [Argument]?
    private let subcommands: [CommandOutline]?

    /// The tool with its subcommands.
    static let ofTheTool = Result { () throws(SettingError) in try CommandOutline(dump: Scanwatch._dumpHelp())
    }

    /// Reads what ArgumentParser prints at `--experimental-dump-help`. That is not documented, and a later version may
    /// print something else: the tool must do without.
    ///
    /// - Throws: ``SettingError`` if it is something else.
    init(dump: String) throws(SettingError) {
        struct Tool: Decodable {
            let serializationVersion: Int
            let command: CommandOutline
        }
        // What is missing in lists that may be empty shows in what certainly is there.
        guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(dump.utf8)),
            tool.serializationVersion == 0,
            tool.command.options.contains(where: { $0.key == "config" }),
            tool.command.subcommand("config") != nil
        else {
            throw SettingError(
                "ArgumentParser describes the tool's options in a way that this version does not know")
        }
        self = tool.command
    }

    /// Its options and flags.
    var options: [Argument] { (arguments ?? []).filter { $0.kind != .positional } }

    /// What it takes without a name, in order.
    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }

    /// The options that variables and files can give: all but what ends in something printed, and the file's name.
    var settings: [Argument] {
        options.filter { !["help", "version", "config"].contains($0.key) }
    }

    /// A subcommand. ArgumentParser lists a `help` of its own after the tool's.
    func subcommand(_ name: String) -> CommandOutline? {
        (subcommands ?? []).first { $0.commandName == name }
    }

    /// The subcommands that help shows, each once.
    var visibleSubcommands: [CommandOutline] {
        let all = (subcommands ?? []).filter(\.shouldDisplay)
        return all.indices.filter { index in
            !all[..<index].contains { $0.commandName == all[index].commandName }
        }.map { all[$0] }
    }

    /// What it does, in a sentence.
    var meaning: String { abstract ?? "" }

    /// The option of this key, or with this other long name.
    func setting(_ key: String) -> Argument? {
        settings.first { $0.longNames.contains(key) }
    }
}

extension CommandOutline {
    /// An option, a flag, or what has no name.
    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }
            let kind: Kind
            let name: String
        }

        let kind: Kind
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let defaultValue: String?
        let allValues: [String]?
        let completionKind: Completion?
        private let abstract: String?

        /// What it is called in files; its variable is called after it too.
        var key: String { longNames.first ?? "" }

        var longNames: [String] { (names ?? []).filter { $0.kind == .long }.map(\.name) }

        var shortNames: [String] { (names ?? []).filter { $0.kind == .short }.map(\.name) }

        /// What it does, in a sentence.
        var meaning: String { abstract ?? "" }

        /// How it can be called, with its dashes.
        var spellings: [String] { longNames.map { "--" + $0 } + shortNames.map { "-" + $0 } }
    }
}

extension CommandOutline.Argument {
    /// What its values are, for shells.
    enum Completion: Decodable {
        case list(values: [String])
        case file(extensions: [String])
        case directory
        /// Nothing that the tool's options use, or that this version knows.
        case other

        init(from decoder: any Decoder) throws {
            struct Kinds: Decodable {
                struct List: Decodable { let values: [String] }
                struct File: Decodable { let extensions: [String] }
                struct Directory: Decodable {}
                let list: List?
                let file: File?
                let directory: Directory?
            }
            let kinds = try? Kinds(from: decoder)
            if let list = kinds?.list {
                self = .list(values: list.values)
            } else if let file = kinds?.file {
                self = .file(extensions: file.extensions)
            } else {
                self = kinds?.directory == nil ? .other : .directory
            }
        }
    }
}
