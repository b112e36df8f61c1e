import CVideo4Linux
import Decoders
import Foundation
import Glibc
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Movies by an encoder of the machine's, which a script answers for.
@Suite struct HardwareMovieTests {
    /// Makes JPEGs and samples, and has no encoder.
    private struct NoEncoder: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            try StandardStillMaker().stills(request)
        }
    }

    /// Remembers what was said of encoders too.
    private final class Recorder: CaptureFileOutputRecordingDelegate {
        private let said = Mutex<(messages: [String], files: [URL], dropped: Int)>(([], [], 0))
        private let finished = Mutex<URL?>(nil)
        private let ends = MovieRecorder()

        var messages: [String] { said.withLock { $0.messages } }
        var files: [URL] { said.withLock { $0.files } }
        /// What the last call named.
        var finishedFile: URL? { finished.withLock { $0 } }
        var droppedCount: Int { said.withLock { $0.dropped } }
        func end() async throws -> CaptureRecordingError? { try await ends.end() }

        func fileOutput(
            _ output: CaptureMovieFileOutput, didLoseEncoderFor fileURL: URL, from: [CaptureConnection],
            message: String
        ) { said.withLock { $0.messages.append(message) } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL, from: [CaptureConnection]
        ) { said.withLock { $0.files.append(fileURL) } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL, from: [CaptureConnection]
        ) { said.withLock { $0.files.append(fileURL) } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL, from: [CaptureConnection],
            error: CaptureRecordingError?
        ) { said.withLock { $0.dropped = output.droppedFrameCount } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, didFinishRecordingTo fileURL: URL, from: [CaptureConnection],
            error: CaptureRecordingError?
        ) {
            finished.withLock { $0 = fileURL }
            ends.fileOutput(output, didFinishRecordingTo: fileURL, from: from, error: error)
        }
    }

    /// A clock as samples in video range.
    @Sendable private static func clock(_ number: Int) -> [UInt8] {
        let luma = (0..<256).map { place in
            let quarter = place / 128 * 2 + place % 16 / 8
            let level = 16 + (number >> (3 * quarter)) % 8 * 32
            return UInt8(16 + level * 219 / 255)
        }
        return luma + [UInt8](repeating: 128, count: 128)
    }

    private struct Recorded {
        var files: [[UInt8]] = []
        var messages: [String] = []
        var error: CaptureRecordingError?
        var droppedCount = 0
    }

    private func record(
        _ encoder: ScriptedEncoder, camera: String = "NV12", codec: MovieVideoCodec? = nil,
        stills: any StillMaker = NoEncoder(), atLeast count: Int = 60,
        during action: (MovieBench) async throws -> Void = { _ in }
    ) async throws -> Recorded {
        let bench = try MovieBench(
            .init(code: camera, width: 16, height: 16), interval: 0.04, stills: stills,
            hardware: encoder.encoders, picture: camera == "NV12" ? Self.clock : ClipBench.clock)
        bench.output.videoCodec = codec
        try await bench.session.startRunning()
        let recorder = Recorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await action(bench)
        try await bench.wait { bench.output.recordedFrameCount >= count }
        bench.output.stopRecording()
        // What an encoder still has comes with the end.
        var recorded = Recorded(error: try await recorder.end())
        recorded.droppedCount = recorder.droppedCount
        recorded.messages = recorder.messages
        for (number, url) in recorder.files.enumerated() {
            let name = number == 0 ? bench.movie.lastPathComponent : "movie-\(number + 1).mp4"
            #expect(url.lastPathComponent == name)
            recorded.files.append([UInt8](try Data(contentsOf: url)))
        }
        #expect(recorder.finishedFile == recorder.files.last)
        bench.end()
        return recorded
    }

    /// That every picture is in one file of H.264, at its time.
    private func check(_ recorded: Recorded) throws -> ReadMovie {
        #expect(recorded.error == nil && recorded.messages.isEmpty && recorded.droppedCount == 0)
        let file = try #require(recorded.files.first)
        let movie = try ReadMovie(file)
        let numbers = try ClipBench.numbers(ofVideo: file)
        #expect(recorded.files.count == 1 && numbers.count == movie.frames.count && numbers.count >= 60)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { ClipBench.steps(from: $0, to: $1) == 1 })
        #expect(movie.durations.allSatisfy { $0 == 3_600 })
        return movie
    }

    private func isKey(_ sample: [UInt8]) -> Bool { sample[4] & 0x1f == 5 }

    @Test func picturesThatAreNoJPEGsAreEncoded() async throws {
        let encoder = try ScriptedEncoder()
        let movie = try check(try await record(encoder))
        let keys = movie.frames.indices.filter { isKey(movie.frames[$0]) }
        #expect(keys.first == 0 && zip(keys, keys.dropFirst()).allSatisfy { (1...26).contains($1 - $0) })
        #expect(encoder.isReleased)
        encoder.state.withLock { state in
            #expect(state.controls[ControlID.bFrameCount.rawValue] == 0)
            #expect(state.controls[ControlID.h264Profile.rawValue] == 4)
            #expect(state.controls[ControlID.h264Level.rawValue] == 8)
            #expect(state.controls[ControlID.keyFrameDistance.rawValue] == 30)
            #expect(state.controls[ControlID.bitRate.rawValue] == 16 * 16 * 30 / 8)
            #expect(state.rate.numerator == 1000 && state.rate.denominator == 30_000)
        }
    }

    /// Encoders are of many kinds.
    @Test(arguments: 0..<6) func encodersMayBeOfManyKinds(_ kind: Int) async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { state in
            switch kind {
            case 0: (state.hasSeveralPlanes, state.pictureFormats) = (true, ["NM12", "YM12"])
            case 1: (state.hasSeveralPlanes, state.pictureFormats) = (true, ["YM12"])
            case 2: (state.pictureFormats, state.alignment) = (["YUYV", "YU12"], 32)
            case 3: (state.delay, state.hasSeparateHeaders) = (3, true)
            case 4: (state.delay, state.marksLast, state.pictureFormats) = (2, false, ["NV21"])
            default:
                // Of an older kernel: it cannot be told anything.
                (state.canDrain, state.controls) = (false, [:])
            }
        }
        _ = try check(try await record(encoder))
        #expect(encoder.isReleased && encoder.state.withLock { $0.mostMapped } <= 4 + 3 * 3)
    }

    @Test func jpegsAreEncodedWhereThatIsAskedFor() async throws {
        let encoder = try ScriptedEncoder()
        _ = try check(try await record(encoder, camera: "MJPG", codec: .h264))
        #expect(encoder.state.withLock { $0.count } >= 60)
        // And nowhere else.
        let untouched = try ScriptedEncoder()
        _ = try await record(untouched, camera: "MJPG", atLeast: 5)
        _ = try await record(untouched, codec: .jpeg, atLeast: 5)
        #expect(untouched.state.withLock { $0.count } == 0)
    }

    /// One that fails costs no frame: what it had is encoded by the next, in another file if that one's frames are of another
    /// kind. The script's are openh264's, and so are the next one's.
    @Test(arguments: [nil, MovieVideoCodec.h264], [false, true])
    func anEncoderThatFailsCostsNothing(_ codec: MovieVideoCodec?, hangs: Bool) async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { state in
            state.delay = 2
            if hangs { state.hangsAt = 20 } else { state.failsAt = 20 }
        }
        let recorded = try await record(encoder, codec: codec, stills: StandardStillMaker(), atLeast: 40)
        #expect(recorded.error == nil && recorded.messages.count == 1)
        #expect(recorded.messages.first?.contains(encoder.nodes.path(11)) == true)
        var numbers = try ClipBench.numbers(ofVideo: recorded.files[0])
        if codec == nil {
            #expect((17...20).contains(numbers.count))
            let second = try #require(recorded.files.dropFirst().first)
            numbers += try ReadMovie(second).frames.map(ClipBench.number)
        }
        #expect(recorded.files.count == (codec == nil ? 2 : 1) && numbers.count >= 40)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { ClipBench.steps(from: $0, to: $1) == 1 })
        #expect(recorded.droppedCount == 0 && encoder.isReleased)
    }

    @Test func oneThatHasFailedIsNotAskedForAWhile() throws {
        let encoder = try ScriptedEncoder()
        let encoders = encoder.encoders
        #expect(encoders.paths() == [encoder.nodes.path(11)])
        encoders.giveUp(encoder.nodes.path(11))
        #expect(encoders.paths().isEmpty)
        let forgiving = HardwareEncoders(encoder.system, pause: .zero)
        forgiving.giveUp(encoder.nodes.path(11))
        #expect(forgiving.paths() == [encoder.nodes.path(11)])
    }

    @Test func oneThatTakesNoSuchPicturesIsPassedOver() async throws {
        for unable in 0..<3 {
            let encoder = try ScriptedEncoder()
            encoder.change { state in
                switch unable {
                case 0: state.mostWidth = 8
                case 1: (state.alignment, state.canCrop) = (32, false)
                default: state.failures[CVideo4LinuxRequestBuffers] = EBUSY
                }
            }
            let recorded = try await record(encoder, atLeast: 5)
            #expect(recorded.error == nil && recorded.files.count == 1 && recorded.messages.count == 1)
            let numbers = try ReadMovie(recorded.files[0]).frames.map(ClipBench.number)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { ClipBench.steps(from: $0, to: $1) == 1 })
            #expect(encoder.isReleased)
        }
    }

    @Test func whatIsDamagedOrLeftOutIsMissing() async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { state in
            (state.damaged, state.skipped, state.delay) = ([10, 30], [20], 1)
        }
        let recorded = try await record(encoder)
        #expect(recorded.error == nil && recorded.files.count == 1 && recorded.messages.isEmpty)
        let movie = try ReadMovie(recorded.files[0])
        let numbers = try ClipBench.numbers(ofVideo: recorded.files[0])
        let steps = zip(numbers, numbers.dropFirst()).map { ClipBench.steps(from: $0, to: $1) }
        #expect(
            numbers.count == movie.frames.count && steps.reduce(0) { $0 + $1 - 1 } == recorded.droppedCount)
        // What follows a damaged one needs it, up to the next key frame.
        let gaps = steps.indices.filter { steps[$0] > 1 }
        #expect(gaps.count == 3 && isKey(movie.frames[gaps[0] + 1]) && isKey(movie.frames[gaps[2] + 1]))
        #expect(steps[gaps[1]] == 2)
    }

    @Test func pausesWaitForWhatItHas() async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { $0.delay = 3 }
        let pausedAt = Mutex(0)
        let recorded = try await record(encoder) { bench in
            try await bench.wait { bench.output.recordedFrameCount >= 20 }
            bench.output.pauseRecording()
            try await bench.wait { encoder.isReleased }
            pausedAt.withLock { $0 = encoder.state.withLock { $0.count } }
            let count = bench.fedCount
            try await bench.wait { bench.fedCount > count + 20 }
            bench.output.resumeRecording()
            try await bench.wait {
                bench.output.recordedFrameCount >= pausedAt.withLock { $0 } + 20
            }
        }
        #expect(recorded.error == nil && recorded.files.count == 1 && recorded.droppedCount == 0)
        let movie = try ReadMovie(recorded.files[0])
        let numbers = try ClipBench.numbers(ofVideo: recorded.files[0])
        let gaps = numbers.indices.dropFirst().filter {
            ClipBench.steps(from: numbers[$0 - 1], to: numbers[$0]) != 1
        }
        try #require(gaps == [pausedAt.withLock { $0 }])
        #expect(isKey(movie.frames[gaps[0]]) && numbers.count == movie.frames.count)
    }

    /// None that follow will be smaller.
    @Test func picturesThatAreAllTooLargeEndAMovie() throws {
        struct TooLarge: StillMaker {
            func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
                throw PayloadError(.overLimit, "it is too large for a worker")
            }
        }
        let scripted = try ScriptedEncoder()
        var encoder = HardwareMovieEncoder(scripted.encoders, stills: TooLarge(), frameRate: 30)
        let codes = (1...3).map { number -> CaptureError.Code? in
            do throws(CaptureError) {
                _ = try encoder.add(StillRequest(.jpeg([]), views: []), at: .milliseconds(number))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(codes == [.decodeFailed, .decodeFailed, .unsupported])
    }

    @Test func clipsAreEncodedByIt() async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { $0.delay = 2 }
        let bench = try ClipBench(times: { Double($0) * 0.04 }, hardware: encoder.encoders)
        bench.output.videoCodec = .h264
        try await bench.session.startRunning()
        try await bench.deliver(90)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 85), from: bench.source, to: bench.url())
        bench.allow(300)
        let outcome = await clip.outcome
        let file = try [UInt8](Data(contentsOf: bench.url()))
        let numbers = try ClipBench.numbers(ofVideo: file)
        bench.end()
        // Three seconds before, two after.
        #expect(outcome.error == nil && outcome.droppedFrameCount == 0 && outcome.frameCount == 125)
        #expect(numbers == Array(10..<135) && encoder.state.withLock { $0.count } == 125)
        #expect(encoder.isReleased)
    }

    @Test func aClipThatLosesItEndsThere() async throws {
        let encoder = try ScriptedEncoder()
        encoder.change { $0.failsAt = 30 }
        let bench = try ClipBench(times: { Double($0) * 0.04 }, hardware: encoder.encoders)
        bench.output.videoCodec = .h264
        try await bench.session.startRunning()
        try await bench.deliver(90)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 85), from: bench.source, to: bench.url())
        bench.allow(300)
        let outcome = await clip.outcome
        let numbers = try ClipBench.numbers(ofVideo: [UInt8](Data(contentsOf: bench.url())))
        #expect(outcome.error?.recordingSuccessfullyFinished == true && numbers == Array(10..<40))
        // The next one is openh264's.
        try await bench.deliver(300)
        let next = try bench.output.captureClip(
            around: bench.time(of: 295), from: bench.source, to: bench.url("next.mp4"))
        bench.allow(500)
        let nextOutcome = await next.outcome
        bench.end()
        #expect(nextOutcome.error == nil && nextOutcome.frameCount == 125)
    }

    @Test func whatDoesNotEncodeIsNoEncoder() throws {
        let encoder = try ScriptedEncoder()
        #expect(encoder.encoders.paths() == [encoder.nodes.path(11)])
        encoder.change { $0.codedFormats = ["VP80"] }
        #expect(encoder.encoders.paths().isEmpty)
        // A decoder: H.264 goes in.
        encoder.change { ($0.pictureFormats, $0.codedFormats) = (["H264"], ["NV12"]) }
        #expect(encoder.encoders.paths().isEmpty)
        encoder.change { ($0.pictureFormats, $0.codedFormats) = (["RGB3"], ["H264"]) }
        #expect(encoder.encoders.paths().isEmpty && encoder.isReleased)
    }
}
