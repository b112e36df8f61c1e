import ArgumentParser

/// How long a camera is watched and what is said of it.
struct LiveOptions: ParsableArguments {
    @Flag(help: "Wait for a camera that is not there, or cannot be used yet.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            "How often a status record tells of frames, drops and latencies; 0 for never.",
            valueName: "seconds"))
    var statusInterval = 60.0

    func validate() throws {
        guard statusInterval == 0 || (statusInterval.isFinite && (0.1...1_000_000).contains(statusInterval))
        else {
            throw ValidationError("--status-interval needs a number of seconds from 0.1, or 0.")
        }
    }
}
