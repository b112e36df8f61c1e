import ArgumentParser

/// Pictures as the frames of a video.
struct SequenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The pictures are the frames of one video with this many a second: objects keep their ids from frame \
            to frame, records have 'time' and 'frame'.
            """, valueName: "fps"))
    var sequence: Double?

    func validate() throws {
        guard let sequence else { return }
        guard sequence.isFinite, (0.001...100_000).contains(sequence) else {
            throw ValidationError("--sequence needs frames a second: a number from 0.001 to 100000.")
        }
    }
}
