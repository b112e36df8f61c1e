import ArgumentParser

/// Prints the options that count and where they come from.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print every option, its value, and where the value comes from.",
        usage: "scanwatch config --print [<options>]",
        discussion: "The output can be used as a file for --config. See 'scanwatch help config'.")

    @Flag(help: "Print the options.")
    var print = false

    @Argument(parsing: .allUnrecognized, help: "Options as for a search.")
    var options: [String] = []

    func validate() throws {
        guard print else { throw ValidationError("Use 'scanwatch config --print'.") }
    }

    func run() throws {
        let (tool, settings): (CommandOutline, Settings)
        do {
            tool = try CommandOutline.ofTheTool.get()
            let given = try Settings(commandLine: options, variables: SettingsVariables())
            // No picture need be named where none is searched, whoever says what holds for pictures alone.
            let needsPicture =
                (try? Scanwatch.parse(given.arguments)) == nil
                && (try? Scanwatch.parse(given.ofStandardInput.arguments)) != nil
            settings = needsPicture ? given.ofStandardInput : given
            try settings.check()
        } catch {
            throw ValidationError(error.description)
        }
        do {
            _ = try Scanwatch.parseAsRoot(settings.arguments)
        } catch {
            Scanwatch.end(because: error)
        }
        let lines = tool.settings.map { line(of: $0, in: settings) }
        let width = lines.map(\.value.count).max() ?? 0
        StandardOutput.print(
            lines.map { value, origin in
                value + String(repeating: " ", count: width - value.count) + "  # " + origin
            } + settings.unknownVariables.map { "# \($0) is not an option and is ignored" })
    }

    /// An option as a line of a file of settings, and where its value comes from.
    private func line(
        of option: CommandOutline.Argument, in settings: Settings
    ) -> (value: String, origin: String) {
        let given = settings.given.values(option.key)
        let setting = settings.effective.first { $0.key == option.key }
        let origin = given.isEmpty ? setting?.origin.description ?? "default" : "command line"
        let values = settings.values(of: option)
        if option.kind == .flag { return ("\(option.key): \(!values.isEmpty)", origin) }
        if option.isRepeating, !values.isEmpty {
            return ("\(option.key): [\(values.map(Self.scalar).joined(separator: ", "))]", origin)
        }
        guard let value = values.last ?? option.defaultValue ?? Self.untoldDefaults[option.key] else {
            return ("#\(option.key):", origin)
        }
        return ("\(option.key): \(Self.scalar(value))", origin)
    }

    /// Defaults of options that ArgumentParser does not tell, because it does not know how their values are read.
    private static let untoldDefaults = ["types": TypeList.codes.description]

    /// A text in YAML: as it is where nothing in it means anything there, also in a list.
    private static func scalar(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9_.\/][A-Za-z0-9_.\/+-]*/) != nil, text != "null" { return text }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control:
                "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
