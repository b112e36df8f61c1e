import ArgumentParser
import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords

@main struct ClipBench: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "clip-bench", subcommands: [Watch.self, HiddenClips.self], defaultSubcommand: Watch.self)
    }

    /// What this process has used so far, of all processors.
    static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Watches the frames of a clip as those of a camera, each with the part of the search that is due in it, and prints a
/// record a frame, then what the frames cost as JSON. Nothing is dropped: the frames wait for the search.
struct Watch: ParsableCommand {
    @Argument(help: "The frames' pictures, in order.")
    var frames: [String]

    @Option(help: "Frames a second.")
    var fps = 25.0

    @Option(help: "Find faces with this YuNet model.")
    var faceModel: String?

    private struct Figures: Encodable {
        /// Processor milliseconds of each frame, search and following, without decoding.
        var milliseconds: [Double] = []
    }

    func run() throws {
        let output = CaptureMetadataOutput(
            detectors: DetectorCatalog.standard(faceModel: faceModel), decoder: StandardPictureDecoder(),
            motion: OpticalFlow())
        try output.setMetadataObjectTypes([.face])
        let decoder = StandardPictureDecoder()
        let sequence = output.makeSequence()
        var figures = Figures()
        var live: LiveFrame?
        for (number, path) in frames.enumerated() {
            let bytes = try Array(Data(contentsOf: URL(filePath: path)))
            let frame = try decoder.frame(from: bytes, limits: .standard)
            // Models and filters are loaded: what the first seconds of a run cost is another question.
            if number == 0 { _ = try output.update(for: .frame(frame)) }
            let start = ClipBench.processorTime
            let time = Duration.seconds(Double(number) / fps)
            live = LiveFrame(after: live, at: time)
            let update = sequence.update(for: try output.search(.frame(frame), time: time, liveFrame: live))
            figures.milliseconds.append((ClipBench.processorTime - start) / .milliseconds(1))
            live?.stepsInView = Set(update.objects.map(\.step))
            let record = Record(source: Array(path.utf8), index: number, time: time, result: .success(update))
            FileHandle.standardOutput.write(Data(JSONLinesFormat().lines(for: record)))
        }
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}
