import ArgumentParser

/// Pictures as the frames of a video.
struct SequenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Treat the pictures as frames of one video with this many frames per second: objects keep their ids \
            from frame to frame, and records have 'time' and 'frame'.
            """, valueName: "fps"))
    var sequence: Double?

    func validate() throws {
        guard let sequence else { return }
        guard sequence.isFinite, (0.001...100_000).contains(sequence) else {
            throw ValidationError("--sequence must be from 0.001 to 100000 frames per second.")
        }
    }
}
