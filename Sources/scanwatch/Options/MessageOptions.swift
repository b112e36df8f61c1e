import ArgumentParser
import Capture
import MetadataRecords

/// What is told on standard error.
struct MessageOptions: ParsableArguments {
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        case auto, bar, json, none
    }

    @Option(
        help: ArgumentHelp(
            """
            How far the run is: bar, json (a line a second), none; auto is bar where standard error is a \
            terminal and standard output is not.
            """, valueName: "auto|bar|json|none"))
    var progress = Progress.auto

    @Flag(name: [.short, .long], help: "No messages but of errors that end the run.")
    var quiet = false

    @Flag(
        name: [.short, .long],
        help: "Also tell of each picture that failed, engines that failed, model files, and the time taken.")
    var verbose = false

    @Flag(help: "At the end, count what was read by which engine and step, and what was refused and why.")
    var stats = false

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose exclude each other.") }
    }

    /// Those who tell, in the order they have the last word.
    ///
    /// - Parameters:
    ///   - input: What is gone through.
    ///   - isCountable: Whether it can be gone through twice.
    ///   - format: How records are written; what it has no lines for is told in messages.
    func consumers(
        of input: CapturePicturesInput, isCountable: Bool, format: any RecordFormat
    ) -> [any PictureConsumer] {
        var consumers: [any PictureConsumer] = []
        if let style = progressStyle {
            consumers.append(ProgressMeter(style, counting: isCountable ? input : nil))
        }
        if stats { consumers.append(StatisticsWriter()) }
        consumers.append(MessageWriter(self, format: format) { input.tally })
        return consumers
    }

    private var progressStyle: ProgressMeter.Style? {
        switch progress {
        case .none: nil
        case .json: .json
        case .bar: .bar
        // With records on the same terminal there is something moving already.
        case .auto:
            StandardStreams.messagesAreOnTerminal && !StandardStreams.outputIsOnTerminal && !quiet
                ? .bar : nil
        }
    }
}
