import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Movies in H.264 of a camera that sends JPEGs; libopenh264 is there, as Scripts/bootstrap has seen to.
@Suite struct EncodedMovieTests {
    /// An encoder that fails when a test wants it.
    private final class Stills: StillMaker {
        private final class Encoder: VideoEncoder {
            private let encoder: any VideoEncoder
            private let fails: @Sendable () -> Bool

            init(_ encoder: any VideoEncoder, fails: @escaping @Sendable () -> Bool) {
                (self.encoder, self.fails) = (encoder, fails)
            }

            func frame(_ request: VideoRequest) throws(PayloadError) -> EncodedVideoFrame {
                if fails() { throw PayloadError(.engineFailure, "killed") }
                return try encoder.frame(request)
            }
        }

        private let count = Atomic(0)

        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            try StandardStillMaker().stills(request)
        }

        /// Whose every seventh frame fails.
        func makeVideoEncoder() -> (any VideoEncoder)? {
            StandardStillMaker().makeVideoEncoder().map { encoder in
                Encoder(encoder) { self.count.add(1, ordering: .relaxed).newValue % 7 == 0 }
            }
        }
    }

    /// Nobody who encodes.
    private struct NoEncoder: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            try StandardStillMaker().stills(request)
        }
    }

    private func bench(_ stills: any StillMaker) throws -> MovieBench {
        // 25 a second by the driver's times.
        let bench = try MovieBench(
            .init(code: "MJPG", width: 16, height: 16), interval: 0.04, stills: stills,
            picture: ClipBench.clock)
        bench.output.videoCodec = .h264
        return bench
    }

    private func record(_ bench: MovieBench, atLeast count: Int) async throws -> [UInt8] {
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedFrameCount >= count }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let file = try [UInt8](Data(contentsOf: bench.movie))
        bench.end()
        return file
    }

    /// Whether a sample's first unit is a key frame's.
    private func isKey(_ sample: [UInt8]) -> Bool { sample[4] & 0x1f == 5 }

    @Test func picturesAreEncodedOneAfterTheOther() async throws {
        let file = try await record(bench(StandardStillMaker()), atLeast: 60)
        let movie = try ReadMovie(file)
        let numbers = try ClipBench.numbers(ofVideo: file)
        #expect(numbers.count == movie.frames.count && numbers.count >= 60)
        #expect(movie.durations.allSatisfy { $0 == 3_600 })
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { ClipBench.steps(from: $0, to: $1) == 1 })
        // A key frame a second; drivers' microseconds are cut off.
        let keys = movie.frames.indices.filter { isKey(movie.frames[$0]) }
        #expect(keys.first == 0 && zip(keys, keys.dropFirst()).allSatisfy { (25...26).contains($1 - $0) })
    }

    @Test func anEncoderThatFailsCostsFrames() async throws {
        let bench = try bench(Stills())
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedFrameCount >= 60 }
        let dropped = bench.output.droppedFrameCount
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let file = try [UInt8](Data(contentsOf: bench.movie))
        bench.end()
        let movie = try ReadMovie(file)
        // It is one file, in which each is shown as it was although every seventh is missing: what follows needs none before.
        let numbers = try ClipBench.numbers(ofVideo: file)
        #expect(numbers.count == movie.frames.count && dropped >= 9)
        let steps = zip(numbers, numbers.dropFirst()).map { ClipBench.steps(from: $0, to: $1) }
        let gaps = steps.indices.filter { steps[$0] == 2 }
        #expect(gaps.count >= 9 && gaps.allSatisfy { isKey(movie.frames[$0 + 1]) })
        #expect(steps.allSatisfy { $0 == 1 || $0 == 2 })
    }

    @Test func whatADiskHasNoTimeForBeginsAnew() async throws {
        let isStill = Mutex(false)
        let sink = MemorySink(.init()) {
            for _ in 0..<20_000 where isStill.withLock({ $0 }) { usleep(1000) }
        }
        let bench = try MovieBench(
            .init(code: "MJPG", width: 16, height: 16), interval: 0.04, mostWaitingBytes: 300,
            openSink: { _ in sink }, picture: ClipBench.clock)
        bench.output.videoCodec = .h264
        bench.output.movieFragmentInterval = .milliseconds(100)
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedFrameCount >= 20 }
        isStill.withLock { $0 = true }
        try await bench.wait { bench.output.droppedFrameCount > 20 }
        isStill.withLock { $0 = false }
        let count = bench.output.recordedFrameCount
        try await bench.wait { bench.output.recordedFrameCount >= count + 20 }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        bench.end()
        let movie = try ReadMovie(sink.bytes)
        let numbers = try ClipBench.numbers(ofVideo: sink.bytes)
        #expect(numbers.count == movie.frames.count)
        let gaps = numbers.indices.dropFirst().filter {
            ClipBench.steps(from: numbers[$0 - 1], to: numbers[$0]) != 1
        }
        #expect(!gaps.isEmpty && gaps.allSatisfy { isKey(movie.frames[$0]) })
    }

    @Test func withoutAnEncoderThereIsNone() async throws {
        let bench = try bench(NoEncoder())
        #expect(bench.output.availableVideoCodecs == [.jpeg])
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        let error = try await recorder.end()
        #expect(error?.cause.code == .unsupported && error?.cause.message.contains("libopenh264") == true)
        #expect(!FileManager.default.fileExists(atPath: bench.movie.path))
        bench.end()
    }

    @Test func whatCanBeHadIsListed() throws {
        let bench = try bench(StandardStillMaker())
        #expect(bench.output.availableVideoCodecs == [.jpeg, .h264])
        bench.end()
    }
}
