import ArgumentParser

/// How long a camera is watched and what is said of it.
struct LiveOptions: ParsableArguments {
    @Flag(help: "If a camera is missing or in use at the start, wait for it.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            """
            How often to print a status record with counts of frames, drops and latencies; 0 for never (default: 60).
            """, valueName: "seconds"))
    var statusInterval: Double?

    @Flag(
        help: """
            Where a code or face is seen and cannot be read: take a few pictures with other exposures and search them, then set \
            the camera as it was. For screens and reflections.
            """)
    var bracketOnFailure = false

    func validate() throws {
        guard statusInterval.map({ $0 == 0 || (0.1...1_000_000).contains($0) }) ?? true else {
            throw ValidationError("--status-interval must be 0, or from 0.1 to 1000000 seconds.")
        }
    }
}
