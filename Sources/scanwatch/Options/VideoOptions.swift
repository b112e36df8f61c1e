import ArgumentParser

/// Frames out of files: movies, and pictures as the frames of one.
struct VideoOptions: ParsableArguments {
    @Flag(
        help: """
            The paths are movies and folders of movies: print a record for each frame, with 'time' and 'frame'; objects keep \
            their ids from frame to frame of a movie. - is a movie from standard input. Needs FFmpeg's libraries.
            """)
    var movie = false

    @Option(
        help: ArgumentHelp(
            "With --movie: search one frame in this time (default: 0, which is every frame).",
            valueName: "seconds"))
    var every: Double?

    @Option(
        help: ArgumentHelp(
            """
            Treat the pictures as frames of one video with this many frames per second: objects keep their ids \
            from frame to frame, and records have 'time' and 'frame'.
            """, valueName: "fps"))
    var sequence: Double?

    func validate() throws {
        guard sequence.map({ $0.isFinite && (0.001...100_000).contains($0) }) ?? true else {
            throw ValidationError("--sequence must be from 0.001 to 100000 frames per second.")
        }
        guard !movie || sequence == nil else {
            throw ValidationError("Use either --movie, for movies, or --sequence, for pictures of one.")
        }
        guard movie || every == nil else { throw ValidationError("--every needs --movie.") }
        guard every.map({ (0...1_000_000).contains($0) }) ?? true else {
            throw ValidationError("--every must be from 0 to 1000000 seconds.")
        }
    }

    /// Whether records are of frames.
    var isGiven: Bool { movie || sequence != nil }
}
