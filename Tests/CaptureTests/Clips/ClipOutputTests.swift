import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct ClipOutputTests {
    /// A camera that takes 25, then 8, then 50 pictures a second, as one does whose light changes.
    @Sendable private static func stretched(_ number: Int) -> Double {
        let slow = min(max(number - 60, 0), 20)
        let fast = max(number - 80, 0)
        return Double(min(number, 60)) * 0.04 + Double(slow) * 0.125 + Double(fast) * 0.02
    }

    /// Holds the clock in each frame against when it is shown.
    private func check(_ movie: ReadMovie, _ bench: ClipBench, from first: Int) throws {
        let numbers = try movie.frames.map(ClipBench.number)
        #expect(numbers == (0..<numbers.count).map { first + $0 })
        var tick = 0
        for (number, duration) in zip(numbers, movie.durations) {
            let time = (bench.time(of: number) - bench.time(of: first)) / .seconds(1) * 90_000
            #expect(abs(Double(tick) - time) <= 1, "frame \(number)")
            tick += duration
        }
    }

    @Test func clocksInFramesAgreeWithTheirTimes() async throws {
        let bench = try ClipBench(times: Self.stretched)
        try await bench.session.startRunning()
        try await bench.deliver(90)
        // Picture 80 is at 4.9 s: the clip has all rates.
        let moment = bench.time(of: 80)
        let clip = try bench.output.captureClip(around: moment, from: bench.source, to: bench.url())
        bench.allow(300)
        let outcome = await clip.outcome
        let movie = try bench.movie()
        let first = try #require((0..<300).first { bench.time(of: $0) >= moment - .seconds(3) })
        try check(movie, bench, from: first)
        bench.end()
        #expect(outcome.error == nil && outcome.droppedFrameCount == 0)
        #expect(outcome.frameCount == movie.frames.count && movie.boxes == ["ftyp", "mdat", "moov"])
        #expect(outcome.startTime == bench.time(of: first))
        // To the last tick it ends two seconds after the moment.
        let length = Double(movie.durations.reduce(0, +)) / 90_000
        let wanted = (moment + .seconds(2) - outcome.startTime) / .seconds(1)
        #expect(abs(length - wanted) < 0.0001 && abs(outcome.duration / .seconds(1) - wanted) < 0.0001)
        #expect(outcome.dimensions == PhotoDimensions(width: 16, height: 16))
    }

    /// Of JPEGs, of which a part is hidden: nothing that came before the clip is in it.
    @Test func clipsCanBeH264() async throws {
        let bench = try ClipBench(times: Self.stretched)
        bench.output.videoCodec = .h264
        try await bench.session.startRunning()
        try await bench.deliver(90)
        let moment = bench.time(of: 80)
        let clip = try bench.output.captureClip(around: moment, from: bench.source, to: bench.url())
        bench.allow(300)
        let outcome = await clip.outcome
        let movie = try bench.movie()
        let numbers = try ClipBench.numbers(ofVideo: [UInt8](Data(contentsOf: bench.url())))
        let first = try #require((0..<300).first { bench.time(of: $0) >= moment - .seconds(3) })
        #expect(numbers == Array(first..<first + outcome.frameCount) && movie.edits.isEmpty)
        var tick = 0
        for (number, duration) in zip(numbers, movie.durations) {
            let time = (bench.time(of: number) - bench.time(of: first)) / .seconds(1) * 90_000
            #expect(abs(Double(tick) - time) <= 1, "frame \(number)")
            tick += duration
        }
        bench.end()
        #expect(outcome.error == nil && outcome.droppedFrameCount == 0)
        #expect(outcome.startTime == bench.time(of: first))
    }

    @Test func momentsThatOverlapAreOneClip() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        try await bench.session.startRunning()
        try await bench.deliver(100)
        func clip(_ number: Int, _ name: String) throws -> CaptureClip {
            try bench.output.captureClip(
                around: bench.time(of: number), from: bench.source, to: bench.url(name))
        }
        let first = try clip(90, "a.mp4")
        // Two seconds are fifty pictures.
        try await bench.deliver(130)
        #expect(try clip(125, "b.mp4") === first)
        try await bench.deliver(200)
        _ = await first.outcome
        let second = try clip(195, "c.mp4")
        #expect(second !== first && second.url == bench.url("c.mp4"))
        bench.allow(300)
        _ = await second.outcome
        try check(bench.movie("a.mp4"), bench, from: 15)
        try check(bench.movie("c.mp4"), bench, from: 120)
        let counts = try ["a.mp4", "c.mp4"].map { try bench.movie($0).frames.count }
        let isThere = FileManager.default.fileExists(atPath: bench.url("b.mp4").path)
        bench.end()
        #expect(counts == [125 + 50 - 15, 125] && !isThere)
    }

    @Test func aClipDoesNotGrowForEver() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        bench.output.maxClipDuration = .seconds(6)
        try await bench.session.startRunning()
        try await bench.deliver(100)
        func clip(_ number: Int, _ name: String) throws -> CaptureClip {
            try bench.output.captureClip(
                around: bench.time(of: number), from: bench.source, to: bench.url(name))
        }
        let clips = [try clip(80, "a.mp4"), try clip(95, "b.mp4"), try clip(110, "c.mp4")]
        #expect(clips[0] === clips[1] && clips[2] !== clips[0])
        bench.allow(400)
        let outcomes = [await clips[0].outcome, await clips[2].outcome]
        bench.end()
        #expect(outcomes.map(\.frameCount) == [95 + 50 - 5, 125])
    }

    @Test func aSessionThatEndsLeavesAWholeFile() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        try await bench.session.startRunning()
        try await bench.deliver(100)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 99), from: bench.source, to: bench.url())
        await bench.session.stopRunning()
        await bench.output.finish()
        #expect(clip.isFinished)
        let outcome = await clip.outcome
        let movie = try bench.movie()
        try check(movie, bench, from: 24)
        bench.end()
        #expect(outcome.error == nil && movie.frames.count == 76)
        #expect(movie.boxes == ["ftyp", "mdat", "moov"])
    }

    @Test func aCameraThatFallsSilentEndsItsClip() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 }, patience: .seconds(3))
        bench.output.postRollDuration = .milliseconds(100)
        try await bench.session.startRunning()
        try await bench.deliver(100)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 99), from: bench.source, to: bench.url())
        bench.camera.change { $0.end = ENODEV }
        let outcome = await clip.outcome
        bench.end()
        #expect(outcome.error == nil && outcome.frameCount == 76)
    }

    @Test func picturesThatAreNoJPEGsAreEncoded() async throws {
        let bench = try ClipBench(
            "GREY", times: { Double($0) * 0.04 },
            picture: { number in [UInt8](repeating: UInt8(number % 256), count: 256) })
        try await bench.session.startRunning()
        try await bench.deliver(100)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 80), from: bench.source, to: bench.url("clip.mov"))
        bench.allow(200)
        let outcome = await clip.outcome
        let frames = try bench.movie("clip.mov").frames
        bench.end()
        #expect(outcome.error == nil && frames.count == 125)
        for (index, frame) in frames.enumerated() {
            let luma = try StandardPictureDecoder().frame(from: frame, limits: .standard).luma
            #expect(abs(Int(luma.samples[0]) - (5 + index)) < 4)
        }
    }

    @Test func aFullDiskIsTheClipsAlone() async throws {
        var full = MemorySink.State()
        full.most = 8_000
        let sink = MemorySink(full)
        let bench = try ClipBench(times: { Double($0) * 0.04 }, openSink: { _ in sink })
        try await bench.session.startRunning()
        try await bench.deliver(100)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 90), from: bench.source, to: bench.url())
        bench.allow(200)
        let error = await clip.outcome.error
        #expect(error?.cause.code == .diskFull)
        // The camera goes on, and so does the next clip.
        try await bench.deliver(300)
        sink.state.withLock { $0 = .init() }
        let next = try bench.output.captureClip(
            around: bench.time(of: 290), from: bench.source, to: bench.url())
        bench.allow(400)
        let outcome = await next.outcome
        bench.end()
        #expect(outcome.error == nil && outcome.frameCount == 125)
    }

    @Test func whoAsksWronglyIsTold() async throws {
        let bench = try ClipBench(times: { Double($0) * 0.04 })
        func code(_ source: String, _ url: URL) -> CaptureError.Code? {
            do throws(CaptureError) {
                _ = try bench.output.captureClip(around: .zero, from: source, to: url)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(bench.source, bench.url()) == .invalidConfiguration)
        try await bench.session.startRunning()
        #expect(code("/dev/other", bench.url()) == .invalidConfiguration)
        #expect(code(bench.source, try #require(URL(string: "https://a.b/c.mp4"))) == .invalidConfiguration)
        try await bench.deliver(10)
        try Data().write(to: bench.url())
        let clip = try bench.output.captureClip(
            around: bench.time(of: 9), from: bench.source, to: bench.url())
        let error = await clip.outcome.error
        bench.end()
        #expect(error?.cause.code == .fileAlreadyExists)
    }
}
