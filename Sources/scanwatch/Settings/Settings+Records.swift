extension Settings {
    /// The version and the options of this process that make its records what they are, as `name=value`; what is left at its default is
    /// not among them. A run with others must not go on with what one with these has written.
    ///
    /// If nothing is known of the options it is all words but `--resume`: only the same command line goes on then.
    ///
    /// - Throws: ``SettingError`` if they are no longer right as they were when the tool started.
    static func ofRecords(
        commandLine: [String] = RawArguments.ofThisProcess,
        outline: Result<CommandOutline, SettingError> = CommandOutline.ofTheTool
    ) throws(SettingError) -> [String] {
        let version = "version=\(Version.number)"
        guard case .success(let tool) = outline else {
            return [version] + commandLine.filter { $0 != "--resume" }.enumerated().map { "\($0)=\($1)" }
        }
        let settings = try Settings(commandLine: commandLine, variables: SettingsVariables())
        return [version]
            + tool.settings.filter { !doNotCount.contains($0.key) }.flatMap { option in
                let values = settings.values(of: option)
                let counting = option.isRepeating ? values : values.suffix(1)
                return counting.filter { $0 != option.defaultValue }.map { "\(option.key)=\($0)" }
            }
    }

    /// What is about the way of working, what else is written, or which inputs there are: each input is compared by
    /// itself.
    private static let doNotCount: Set<String> = [
        "files-from", "null", "tar", "max-depth", "extension", "exclude", "follow", "output", "resume",
        "jobs", "isolation", "deadline", "annotate", "report", "progress", "quiet", "verbose", "stats",
    ]
}
