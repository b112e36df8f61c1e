import ArgumentParser

/// What variables and a file say of options, under a command line that goes before both.
struct Settings {
    /// The settings that count, in the order of the options.
    let effective: [Setting]
    /// Variables whose names are no options.
    let unknownVariables: [String]
    /// What the command line has.
    let given: GivenOptions

    private var commandLine: [String]

    /// - Parameters:
    ///   - commandLine: the arguments of the tool, without a subcommand.
    ///   - variables: the environment.
    ///   - outline: the tool's options.
    /// - Throws: ``SettingError``, also if nothing is known of the options.
    init(
        commandLine: [String], variables: SettingsVariables,
        outline: Result<CommandOutline, SettingError> = CommandOutline.ofTheTool
    ) throws(SettingError) {
        let tool = try outline.get()
        let given = GivenOptions(commandLine, among: tool.options)
        var settings: [String: Setting] = [:]
        if let path = given.values("config").last
            ?? variables.entries.first(where: { $0.name == "CONFIG" })?.value
        {
            let file = try SettingsFile(path: RawArguments.bytes(of: path))
            for (key, value, line) in file.entries {
                guard let option = tool.setting(key) else {
                    throw SettingError("\(file.name):\(line): there is no option '\(key)'")
                }
                settings[option.key] = try Setting(option, to: value, origin: .file(file.name, line: line))
            }
        }
        var unknownVariables: [String] = []
        for (name, value) in variables.entries where name != "CONFIG" {
            if let option = tool.setting(SettingsVariables.key(of: name)) {
                let origin = Setting.Origin.variable(SettingsVariables.prefix + name)
                settings[option.key] = try Setting(option, to: .text(value), origin: origin)
            } else {
                unknownVariables.append(SettingsVariables.prefix + name)
            }
        }
        effective = tool.settings.compactMap { given.values($0.key).isEmpty ? settings[$0.key] : nil }
        self.unknownVariables = unknownVariables
        self.given = given
        self.commandLine = commandLine
    }

    /// The same for the picture on standard input. A file of settings is not read again: it may be a pipe.
    var ofStandardInput: Settings {
        var settings = self
        settings.commandLine.insert("-", at: 0)
        return settings
    }

    /// The whole as one command line.
    var arguments: [String] { effective.flatMap(\.arguments) + commandLine }

    /// The arguments of a run, as ``merged(with:outline:)`` makes them.
    ///
    /// Ends the process if a file or a variable is wrong, unless all that is wanted is help.
    static func applied(to commandLine: [String]) -> [String] {
        do {
            return try merged(with: commandLine)
        } catch {
            if wantsHelp(commandLine) { return commandLine }
            Scanwatch.end(because: ValidationError(error.description))
        }
    }

    /// The command line with what a file and variables add; the command line alone if nothing else says anything of
    /// options, which costs no time.
    ///
    /// - Throws: ``SettingError`` if a file or a variable is wrong, or a file was named and nothing is known of the
    ///   options. Variables are then skipped with a message: they need not be meant for this run.
    static func merged(
        with commandLine: [String],
        outline: @autoclosure () -> Result<CommandOutline, SettingError> = CommandOutline.ofTheTool
    ) throws(SettingError) -> [String] {
        let variables = SettingsVariables()
        let namesFile = hasFile(among: commandLine)
        guard namesFile || !variables.entries.isEmpty else { return commandLine }
        // To have the options described takes as long as everything else of a start.
        let outline = outline()
        if !namesFile, case .failure(let error) = outline {
            StandardStreams.complain("variables with settings are skipped: \(error)")
            return commandLine
        }
        let settings = try Settings(commandLine: commandLine, variables: variables, outline: outline)
        try settings.check()
        return settings.arguments
    }

    /// The values of an option as command line, variables and file say them; none if they say nothing.
    func values(of option: CommandOutline.Argument) -> [String] {
        let given = given.values(option.key)
        if option.kind == .flag, !given.isEmpty { return ["true"] }
        if !given.isEmpty { return given.compactMap(\.self) }
        let arguments = effective.first { $0.key == option.key }?.arguments ?? []
        return option.kind == .flag
            ? arguments.map { _ in "true" } : arguments.map { String($0.dropFirst(option.key.count + 3)) }
    }

    /// Whether defaults come from a file.
    ///
    /// - Parameter path: The value of `--config`.
    static func hasFile(_ path: String?) -> Bool {
        path != nil || SettingsVariables().entries.contains { $0.name == "CONFIG" }
    }

    /// Whether a command line, not parsed yet, or the variables may name such a file.
    static func hasFile(among commandLine: [String]) -> Bool {
        hasFile(commandLine.first { $0.hasPrefix("--config") })
    }

    /// The options as command line, variables and file say them now.
    ///
    /// - Throws: What is wrong, for `Scanwatch.message(for:)`.
    static func reread() throws -> Scanwatch {
        let settings: Settings
        do {
            settings = try Settings(commandLine: RawArguments.ofThisProcess, variables: SettingsVariables())
            try settings.check()
        } catch {
            throw ValidationError(error.description)
        }
        guard let options = try Scanwatch.parseAsRoot(settings.arguments) as? Scanwatch else {
            throw ValidationError("these options do not start a run")
        }
        return options
    }

    /// Finds the setting that keeps ArgumentParser from taking the whole.
    ///
    /// - Throws: ``SettingError`` that names it. If the command line itself is wrong, nothing: who parses it next
    ///   says so in the usual words.
    func check() throws(SettingError) {
        guard let complaint = Self.complaint(of: arguments), !effective.isEmpty else { return }
        for setting in effective {
            let others = effective.filter { $0.key != setting.key }.flatMap(\.arguments)
            if Self.complaint(of: others + commandLine) == nil {
                throw SettingError("\(setting.origin.place(of: setting.key)): \(complaint)")
            }
        }
        // Several are wrong: each alone then, on a command line that is right.
        guard Self.complaint(of: commandLine) == nil else { return }
        for setting in effective {
            if let complaint = Self.complaint(of: setting.arguments + commandLine) {
                throw SettingError("\(setting.origin.place(of: setting.key)): \(complaint)")
            }
        }
    }

    /// What ArgumentParser has against a command line; nil if it takes it, or takes it for a call for help.
    private static func complaint(of arguments: [String]) -> String? {
        do {
            _ = try Scanwatch.parseAsRoot(arguments)
            return nil
        } catch {
            return Scanwatch.exitCode(for: error).isSuccess ? nil : Scanwatch.message(for: error)
        }
    }

    private static func wantsHelp(_ commandLine: [String]) -> Bool {
        do {
            return try !(Scanwatch.parseAsRoot(commandLine) is Scanwatch)
        } catch {
            return Scanwatch.exitCode(for: error).isSuccess
        }
    }
}
