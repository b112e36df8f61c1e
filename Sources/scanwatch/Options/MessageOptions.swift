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
            Show progress: as a bar, as json (one line per second), or none. auto is bar if standard error is \
            a terminal and standard output is not.
            """, valueName: "auto|bar|json|none"))
    var progress = Progress.auto

    @Flag(name: [.short, .long], help: "Print no messages except for errors that end the run.")
    var quiet = false

    @Flag(
        name: [.short, .long],
        help: "Also report each picture and engine that failed, the model files, and the time taken.")
    var verbose = false

    @Flag(help: "At the end, print how much each engine and step has read, and what was refused and why.")
    var stats = false

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("Use either --quiet or --verbose, not both.") }
    }

    /// Those who tell, in the order they have the last word.
    ///
    /// - Parameters:
    ///   - input: What is gone through.
    ///   - isCountable: Whether it can be gone through twice.
    ///   - format: How records are written; what it has no lines for is told in messages.
    ///   - areMovies: Whether inputs are movies.
    func consumers(
        of input: CapturePicturesInput, isCountable: Bool, format: any RecordFormat, areMovies: Bool
    ) -> [any PictureConsumer] {
        var consumers: [any PictureConsumer] = []
        if let style = progressStyle {
            consumers.append(ProgressMeter(style, counting: isCountable ? input : nil))
        }
        if stats { consumers.append(StatisticsWriter()) }
        consumers.append(MessageWriter(self, format: format, areMovies: areMovies) { input.tally })
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
