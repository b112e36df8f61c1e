import ArgumentParser

/// The command line, without anything that decodes or searches: whoever starts it brings that.
public enum ScanwatchTool {
    /// Call first of all, before anything is awaited: threads open descriptors.
    ///
    /// - Parameter engines: What decodes and searches.
    public static func prepare(with engines: any Engines) {
        StandardStreams.prepare()
        ChosenEngines.current = engines
    }

    /// Runs the process's command line and ends the process.
    public static func run() async {
        let arguments = RawArguments.ofThisProcess
        if let request = CompletionRequest(arguments) {
            request.run()
        } else if Subcommands.names.contains(arguments.first) {
            await Subcommands.main(arguments)
        } else {
            // While arguments are read, a worker loads its libraries.
            if arguments.allSatisfy({ !["-h", "--help", "--version"].contains($0) }) {
                ChosenEngines.current.foresee()
            }
            await Scanwatch.main(Settings.applied(to: arguments))
        }
    }
}
