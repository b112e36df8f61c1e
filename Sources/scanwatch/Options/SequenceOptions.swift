import ArgumentParser
import Capture
import MetadataOutput

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

    /// What `output` says of the pictures: as frames, if they are, else of each by itself.
    func updates(
        of output: CaptureMetadataOutput, from input: CapturePicturesInput, atOnce count: Int
    ) -> any AsyncSequence<PictureUpdate, Never> & Sendable {
        guard let sequence else { return output.updates(from: input, maximumConcurrentPictures: count) }
        return output.updates(
            ofSequence: input, framesPerSecond: sequence, maximumConcurrentPictures: count)
    }
}
