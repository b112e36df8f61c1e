import ArgumentParser
import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import MetadataRecords
import Synthetic
import Workers

/// Watches cameras that show a scene at real time, as `scanwatch` does, and prints what that cost as JSON.
@main struct LiveBench: AsyncParsableCommand {
    static var configuration: CommandConfiguration { CommandConfiguration(commandName: "live-bench") }

    @Argument(help: "The folder SampleImages.")
    var samples: String

    @Option(help: "How long to watch.")
    var seconds = 60.0

    @Option(help: "Width of the frames; they are 16 to 9.")
    var width = 1920

    @Option(help: "moving, still, empty or appearing.")
    var scene = BenchScene.moving

    @Option(help: "Frames a second.")
    var fps = 30.0

    @Option(parsing: .upToNextOption, help: "Types to look for.")
    var types = ["qr", "face"]

    @Option(help: "fast or normal.")
    var effort = "normal"

    @Option(help: "Find faces with this YuNet model.")
    var faceModel: String?

    @Option(help: "So many cameras: before the first is the scene, before the others what is still.")
    var cameras = 1

    @Option(help: "GREY or MJPG.")
    var format = "GREY"

    @Option(help: "Search in workers of this executable, as scanwatch does, and not in this process.")
    var worker: String?

    @Option(help: "Where records go.")
    var records = "/dev/null"

    func run() async throws {
        let output = try metadataOutput()
        try output.setMetadataObjectTypes(Set(types.compactMap(MetadataObjectType.init(name:))))
        output.setOptions {
            $0.effort = Effort(rawValue: effort) ?? .normal
            // As the tool does.
            $0.runsSideBySide = ProcessInfo.processInfo.activeProcessorCount > 1
        }
        let session = CaptureSession()
        for number in 0..<cameras {
            let scene = try (number == 0 ? scene : .still).make(
                samples: URL(filePath: samples), width: width, height: width * 9 / 16, framesPerSecond: fps)
            // Models and filters are loaded, in each worker: what the first seconds of a run cost is another question.
            if number == 0 {
                let frame = scene.frame(0)
                DispatchQueue.concurrentPerform(iterations: min(cameras, 2)) { _ in
                    _ = try? output.update(for: .frame(frame))
                }
            }
            try session.addInput(camera(showing: scene, number: number))
        }
        try session.addOutput(output)
        let updates = output.updates()
        let events = session.events()
        let sums = Task { [records] in await Self.write(updates, to: records) }
        try await session.startRunning()
        var ended = 0
        for await event in events {
            if case .sourceDidEnd = event { ended += 1 }
            if ended == cameras { break }
            if case .runtimeError(let error, _) = event { throw error }
        }
        let statistics = session.statistics
        await session.stopRunning()
        updates.finish()
        let sources = await sums.value
        var figures = statistics.map { statistics in
            var figures = sources[statistics.source] ?? LiveFigures()
            figures.take(statistics)
            return figures
        }
        figures[0].take(
            appearancesIn: scene.appearances(framesPerSecond: fps, frameCount: Int(seconds * fps)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let all = Figures(
            cameras: figures, decodingMilliseconds: try format == "MJPG" ? decoding() : nil)
        print(String(decoding: try encoder.encode(all), as: UTF8.self))
    }

    /// What is printed.
    private struct Figures: Encodable {
        /// Of each camera.
        var cameras: [LiveFigures]
        /// Milliseconds of processor time that a frame's decoding takes by itself; nil if there is none.
        var decodingMilliseconds: Double?
    }

    private func metadataOutput() throws -> CaptureMetadataOutput {
        guard let worker else {
            return CaptureMetadataOutput(
                detectors: DetectorCatalog.standard(faceModel: faceModel), decoder: StandardPictureDecoder(),
                motion: OpticalFlow())
        }
        var settings = WorkerSettings(executable: worker)
        settings.faceModel = faceModel
        let pool = try WorkerPool(settings: settings)
        return CaptureMetadataOutput(
            detector: IsolatedDetector(pool: pool), motion: IsolatedMotionEstimator(pool: pool))
    }

    private func camera(showing scene: SyntheticScene, number: Int) throws -> SyntheticCamera {
        let (count, name) = (Int(seconds * fps), "camera \(number)")
        guard format == "MJPG" else {
            return SyntheticCamera(scene: scene, frameCount: count, sourceName: name)
        }
        return try SyntheticCamera(
            encoding: scene, by: StandardStillMaker(), frameCount: count, sourceName: name)
    }

    /// Decodes frames of the scene, one after the other.
    private func decoding() throws -> Double {
        let scene = try scene.make(
            samples: URL(filePath: samples), width: width, height: width * 9 / 16, framesPerSecond: fps)
        let camera = try SyntheticCamera(encoding: scene, by: StandardStillMaker(), sourceName: "decoding")
        let stream = try camera.openStream(preset: .high)
        defer { stream.close() }
        var (spent, count) = (Duration.zero, 0)
        while count < 60 {
            guard let frame = try stream.nextFrame(timeout: .seconds(1)) else { continue }
            let begin = Self.processorTime
            _ = try StandardPictureDecoder().frame(from: frame.payload)
            spent += Self.processorTime - begin
            count += 1
        }
        return spent / .milliseconds(1) / Double(count)
    }

    /// Writes records, and counts.
    ///
    /// - Parameter path: A file that is there.
    /// - Returns: By the source's name.
    private static func write(_ updates: MetadataUpdates, to path: String) async -> [String: LiveFigures] {
        var figures: [String: LiveFigures] = [:]
        guard let sink = FileHandle(forWritingAtPath: path) else { return figures }
        for await update in updates {
            guard let origin = update.origin else { continue }
            if !update.objects.isEmpty {
                let record = Record(
                    source: Array(origin.source.utf8), index: 0, time: update.time, result: .success(update))
                sink.write(Data(JSONLinesFormat().lines(for: record)))
            }
            figures[origin.source, default: LiveFigures()].take(update, latency: now - update.time)
        }
        return figures
    }

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
