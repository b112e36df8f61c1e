import ArgumentParser

/// Where defaults come from. ``Settings`` reads the file before the command line is parsed.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read default values of options from this YAML file; see 'scanwatch help config'.",
            valueName: "path"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?
}
