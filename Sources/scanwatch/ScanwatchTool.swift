import ArgumentParser
import Glibc

/// The command line, without anything that decodes or searches: whoever starts it brings that.
public enum ScanwatchTool {
    /// What the worker's executable is called to be the tool with the engines in its own process.
    public static let inProcessName = "scanwatch-inprocess"

    /// Call first of all, before anything is awaited: threads open descriptors.
    ///
    /// - Parameter backend: What decodes and searches.
    public static func prepare(with backend: any DetectionBackend) {
        StandardStreams.prepare()
        Terminal.widen()
        ChosenBackend.current = backend
        // While this process does everything else, a worker loads its libraries. A camera's first frame comes later than
        // either.
        if mayHavePictures(RawArguments.ofThisProcess), MachineRoom.lack == nil { backend.preload() }
    }

    /// Runs the process's command line and ends the process.
    ///
    /// Arguments are read on the main thread, whose memory grows in large steps and not page by page.
    @MainActor public static func run() async {
        let arguments = RawArguments.ofThisProcess
        if let request = CompletionRequest(arguments) {
            request.run()
        } else if let option = RawArguments.emptyValue(in: arguments) {
            Scanwatch.end(because: ValidationError("\(option) has no value."))
        } else if Subcommands.areCalled(by: arguments) {
            await run(Subcommands.self, arguments)
        } else {
            // Of pictures too: of `--config FILE` alone the last argument is a file as well.
            if Settings.hasFile(among: arguments) { Interruption.keepHangUps() }
            let arguments = Settings.applied(to: arguments)
            if endsWithPictures(arguments), let search = PictureCommand.run(arguments) {
                MachineRoom.require()
                do { try await search.run() } catch { Scanwatch.end(because: error) }
            }
            await run(Scanwatch.self, arguments)
        }
    }

    /// Runs the command that arguments call.
    @MainActor private static func run(_ root: any ParsableCommand.Type, _ arguments: [String]) async {
        do {
            var command = try root.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                MachineRoom.require()
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            root.end(because: error)
        }
    }

    /// Whether these arguments may have pictures searched.
    private static func mayHavePictures(_ arguments: [String]) -> Bool {
        endsWithPictures(arguments) && CompletionRequest(arguments) == nil
            && !Subcommands.areCalled(by: arguments)
    }

    /// Whether the last argument is a file or a folder, as it nearly always is where pictures are searched.
    private static func endsWithPictures(_ arguments: [String]) -> Bool {
        var status = stat()
        guard let last = arguments.last, stat(last, &status) == 0 else { return false }
        return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }
}
