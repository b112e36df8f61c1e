import ArgumentParser

/// The command line, without anything that decodes or searches: whoever starts it brings that.
public enum ScanwatchTool {
    /// Runs the process's command line and ends the process.
    ///
    /// - Parameter engines: What decodes and searches.
    public static func main(with engines: any Engines) async {
        ChosenEngines.current = engines
        StandardStreams.prepare()
        let arguments = RawArguments.ofThisProcess
        if let request = CompletionRequest(arguments) {
            request.run()
        } else if Subcommands.names.contains(arguments.first) {
            await Subcommands.main(arguments)
        } else {
            await Scanwatch.main(Settings.applied(to: arguments))
        }
    }
}
