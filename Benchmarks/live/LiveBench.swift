import ArgumentParser
import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords
import Synthetic

/// Watches a camera that shows a scene at real time, as `scanwatch` does, and prints what that cost as JSON.
@main struct LiveBench: AsyncParsableCommand {
    static var configuration: CommandConfiguration { CommandConfiguration(commandName: "live-bench") }

    @Argument(help: "The folder SampleImages.")
    var samples: String

    @Option(help: "How long to watch.")
    var seconds = 60.0

    @Option(help: "Width of the frames; they are 16 to 9.")
    var width = 1920

    @Option(help: "moving, still or empty.")
    var scene = BenchScene.moving

    @Option(help: "Frames a second.")
    var fps = 30.0

    @Option(parsing: .upToNextOption, help: "Types to look for.")
    var types = ["qr", "face"]

    @Option(help: "fast or normal.")
    var effort = "normal"

    @Option(help: "Find faces with this YuNet model.")
    var faceModel: String?

    func run() async throws {
        let output = CaptureMetadataOutput(
            detectors: DetectorCatalog.standard(faceModel: faceModel), decoder: StandardPictureDecoder(),
            motion: OpticalFlow())
        try output.setMetadataObjectTypes(Set(types.compactMap(MetadataObjectType.init(name:))))
        output.setOptions {
            $0.effort = Effort(rawValue: effort) ?? .normal
            // As the tool does.
            $0.runsSideBySide = ProcessInfo.processInfo.activeProcessorCount > 1
        }
        let scene = try scene.make(
            samples: URL(filePath: samples), width: width, height: width * 9 / 16, framesPerSecond: fps)
        let camera = SyntheticCamera(scene: scene, frameCount: Int(seconds * fps))
        // Models and filters are loaded: what the first seconds of a run cost is another question.
        _ = try output.update(for: .frame(scene.frame(0)))

        let session = CaptureSession()
        try session.addInput(camera)
        try session.addOutput(output)
        let updates = output.updates()
        let events = session.events()
        let sums = Task { await Self.write(updates) }
        let processor = Self.processorTime
        try await session.startRunning()
        for await event in events {
            if case .sourceDidEnd = event { break }
            if case .runtimeError(let error, _) = event { throw error }
        }
        let statistics = session.statistics[0]
        await session.stopRunning()
        updates.finish()
        var figures = await sums.value
        figures.captured = statistics.capturedFrames
        figures.processed = statistics.processedFrames
        for (reason, count) in statistics.drops { figures.drops[reason.rawValue, default: 0] += count }
        let spent = (Self.processorTime - processor) / .milliseconds(1)
        figures.processorMilliseconds = spent / Double(max(1, statistics.capturedFrames))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }

    /// Writes records to nowhere, and counts.
    private static func write(_ updates: MetadataUpdates) async -> LiveFigures {
        var figures = LiveFigures()
        guard let sink = FileHandle(forWritingAtPath: "/dev/null") else { return figures }
        var histogram = LatencyHistogram()
        for await update in updates {
            guard let origin = update.origin, !update.objects.isEmpty else { continue }
            let record = Record(
                source: Array(origin.source.utf8), index: 0, time: update.time, result: .success(update))
            sink.write(Data(JSONLinesFormat().lines(for: record)))
            let latency = Self.now - update.time
            histogram.add(latency)
            figures.take(update, latency: latency)
        }
        figures.latencies = LiveFigures.Latencies(
            p50: histogram.percentile(0.5).map(milliseconds), p95: histogram.percentile(0.95).map(milliseconds),
            p99: histogram.percentile(0.99).map(milliseconds), most: figures.latencies.most)
        return figures
    }

    private static func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

    /// The clock of frames.
    private static var now: Duration { time(CLOCK_MONOTONIC) }
    /// What this process has used so far, of all processors.
    private static var processorTime: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension BenchScene: ExpressibleByArgument {}
