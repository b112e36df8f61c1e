import CameraServer
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Movies and clips of cameras that send H.264, which stays as it was sent.
@Suite(.timeLimit(.minutes(5))) final class SentVideoTests {
    private let bench: NetworkCameraBench
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sent-\(UUID().uuidString)")

    init() throws {
        bench = try NetworkCameraBench()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Encodes as others do, and counts how often it was asked to.
    private final class CountingMaker: StillMaker {
        private let maker = StandardStillMaker()
        private let asked = Atomic(0)

        var count: Int { asked.load(ordering: .relaxed) }

        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            asked.add(1, ordering: .relaxed)
            return try maker.stills(request)
        }
    }

    private final class Recorder: CaptureFileOutputRecordingDelegate {
        private let state = Mutex((files: [URL](), isFinished: false, error: CaptureRecordingError?.none))

        var files: [URL] { state.withLock { $0.files } }
        var isFinished: Bool { state.withLock { $0.isFinished } }
        var error: CaptureRecordingError? { state.withLock { $0.error } }

        func fileOutput(
            _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL, from: [CaptureConnection]
        ) { state.withLock { $0.files.append(fileURL) } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL, from: [CaptureConnection]
        ) { state.withLock { $0.files.append(fileURL) } }
        func fileOutput(
            _ output: CaptureMovieFileOutput, didFinishRecordingTo fileURL: URL, from: [CaptureConnection],
            error: CaptureRecordingError?
        ) { state.withLock { ($0.isFinished, $0.error) = (true, error) } }
    }

    private static func server(_ recording: String) throws -> CameraServer {
        var manners = RTSPCamera.Manners()
        manners.rounds = .max
        // What is shown before what was sent earlier is so only where frames come as fast as they were taken.
        if recording == "reordered" { manners.pace = 0.1 }
        let camera = try RTSPCamera(recording, manners)
        return CameraServer { camera.answer($0, $1) }
    }

    private func wait(_ condition: () -> Bool) async throws {
        for _ in 0..<200_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
        try #require(condition())
    }

    /// A session with one output and a camera that sends a recording again and again.
    private func session(
        _ server: CameraServer, _ output: any CaptureOutput, isIsolated: Bool = true,
        _ change: (inout NetworkCameraSettings) -> Void = { _ in }
    ) throws -> (CaptureSession, CaptureNetworkCameraInput) {
        let session = CaptureSession()
        let input = try bench.input("rtsp://127.0.0.1:\(server.port)/live", isIsolated: isIsolated, change)
        try session.addInput(input)
        try session.addOutput(output)
        return (session, input)
    }

    /// What a program makes of a file, and what it complains of.
    private func run(_ program: String, _ arguments: [String]) throws -> (output: [UInt8], errors: String) {
        let files = ["output", "errors"].map { folder.appending(path: $0) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, "-v", "error"] + arguments
        process.standardInput = FileHandle.nullDevice
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let results = try files.map { [UInt8](try Data(contentsOf: $0)) }
        return (results[0], String(decoding: results[1], as: UTF8.self))
    }

    /// Of a movie's frames of 96 by 64, the third field's luma in the middle.
    private func fields(of movie: URL, width: Int = 96, height: Int = 64) throws -> [Int] {
        let (_, errors) = try run("ffmpeg", ["-i", movie.path, "-f", "null", "-"])
        // Of frames that are less than its own step apart the output complains, not the movie.
        let complaints = errors.split(separator: "\n").filter {
            !$0.contains("non monotonically") && !$0.contains("repeated")
        }
        #expect(complaints.isEmpty, "\(complaints)")
        let (luma, _) = try run(
            "ffmpeg",
            ["-i", movie.path, "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-"])
        let count = width * height
        return stride(from: 0, to: luma.count - count + 1, by: count).map {
            Int(luma[$0 + height / 2 * width + width * 5 / 6])
        }
    }

    private func codec(of movie: URL) throws -> String {
        let (output, _) = try run(
            "ffprobe",
            [
                "-select_streams", "v", "-show_entries", "stream=codec_name,profile", "-of", "csv=p=0",
                movie.path,
            ])
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func record(
        _ output: CaptureMovieFileOutput, to name: String = "movie.mp4", until condition: () -> Bool
    ) async throws -> [URL] {
        let recorder = Recorder()
        try output.startRecording(to: folder.appending(path: name), recordingDelegate: recorder)
        try await wait(condition)
        output.stopRecording()
        try await wait { recorder.isFinished }
        #expect(recorder.error == nil)
        #expect(output.droppedFrameCount == 0)
        return recorder.files
    }

    /// Parameters come with key frames, or with the description alone; frames may be shown in another order than they come in.
    @Test(arguments: ["h264", "apart", "reordered"], [true, false])
    func aMovieHasWhatWasSent(recording: String, isIsolated: Bool) async throws {
        let server = try Self.server(recording)
        defer { server.stop() }
        let maker = CountingMaker()
        let output = CaptureMovieFileOutput(stills: maker)
        let (session, _) = try session(server, output, isIsolated: isIsolated)
        try await session.startRunning()
        // Where stamps begin anew, times of what is shown in another order need a while to be right again.
        let count = recording == "reordered" ? 20 : 45
        let files = try await record(output) { output.recordedFrameCount >= count }
        await session.stopRunning()
        #expect(files.count == 1 && maker.count == 0)
        let movie = try #require(files.first)
        #expect(try codec(of: movie) == "h264,High")
        // As make-recordings has made it: each frame is a step lighter than the one before, up to white, and then it begins anew, as the recording does.
        let fields = try fields(of: movie)
        #expect(fields.count >= count / 2)
        let steps = zip(fields, fields.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= -2 || $0 < -50 }, "\(fields)")
        #expect(steps.contains { (15...30).contains($0) }, "\(fields)")
        let (times, _) = try run(
            "ffprobe",
            [
                // Of what is not shown it has no times of its own else.
                "-ignore_editlist", "1", "-select_streams", "v", "-show_entries", "packet=pts,dts", "-of",
                "csv=p=0", movie.path,
            ])
        let stamps = String(decoding: times, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",").compactMap { Int($0) }
        }
        #expect(stamps.allSatisfy { $0.count == 2 && $0[0] >= $0[1] })
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0[1] < $1[1] })
        // Those that have gathered up to the first look have one time of arrival.
        let settled = stamps.dropFirst(10)
        #expect(Set(settled.map { $0[0] }).count == settled.count)
        #expect((recording == "reordered") == stamps.contains { $0[0] > $0[1] + 100 })
    }

    /// Not a bit of what a mask hides is in a file, from the moment on at which there is one.
    @Test func nothingIsRecordedThatAMaskHides() async throws {
        let server = try Self.server("code")
        defer { server.stop() }
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        let (session, input) = try session(server, output)
        // The recording's right three quarters, with the code's most part.
        let corners = [(0.25, 0.0), (1, 0), (1, 1), (0.25, 1)].map { CGPoint(x: $0, y: $1) }
        let mask = PictureMask(areas: [try #require(Zone(name: "right", corners: corners))])
        try await session.startRunning()
        let recorder = Recorder()
        try output.startRecording(to: folder.appending(path: "movie.mp4"), recordingDelegate: recorder)
        try await wait { output.recordedFrameCount >= 15 }
        session.setPictureMask(mask, for: input)
        try await wait { recorder.files.count == 2 }
        let masked = output.recordedFrameCount
        try await wait { output.recordedFrameCount >= masked + 5 }
        // And back.
        session.setPictureMask(nil, for: input)
        try await wait { recorder.files.count == 3 }
        output.stopRecording()
        try await wait { recorder.isFinished }
        await session.stopRunning()
        let files = recorder.files
        try #require(files.count == 3)
        #expect(try files.map(codec(of:)) == ["h264,High", "mjpeg,Baseline", "h264,High"])
        let (luma, _) = try run(
            // Those of which it was waited for before the mask was taken away.
            "ffmpeg", ["-i", files[1].path, "-frames:v", "5", "-pix_fmt", "gray", "-f", "rawvideo", "-"])
        let hidden = luma.indices.filter { $0 % 240 >= 64 }.map { luma[$0] }
        #expect(!hidden.isEmpty && hidden.allSatisfy { $0 < 40 })
    }

    /// What was kept for a movie that may begin is from before there was something to hide.
    @Test func aMovieThatBeginsBehindAMaskHasNothingFromBefore() async throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        let (session, input) = try session(server, output)
        let frames = CaptureVideoFrameOutput(decoder: StandardPictureDecoder())
        try session.addOutput(frames)
        try await session.startRunning()
        try await Task.sleep(for: .milliseconds(200))
        let corners = [(0.5, 0.0), (1, 0), (1, 1), (0.5, 1)].map { CGPoint(x: $0, y: $1) }
        session.setPictureMask(
            PictureMask(areas: [try #require(Zone(name: "right", corners: corners))]), for: input)
        let files = try await record(output) { output.recordedFrameCount >= 10 }
        await session.stopRunning()
        #expect(files.count == 1)
        #expect(try codec(of: try #require(files.first)) == "mjpeg,Baseline")
        #expect(try fields(of: files[0]).allSatisfy { $0 < 40 })
    }

    /// Of what comes first too it is the camera that says how far apart frames are, whenever they come.
    @Test(arguments: [true, false]) func theFirstFramesHaveTheirTimes(isIsolated: Bool) throws {
        let server = try Self.server("reordered")
        defer { server.stop() }
        let input = try bench.input("rtsp://127.0.0.1:\(server.port)/live", isIsolated: isIsolated)
        let stream = try #require(try input.openStream(preset: .high) as? any VideoStream)
        defer { stream.close() }
        stream.carriesVideo = true
        var sent: [SentFrame] = []
        while sent.count < 9 { sent += try bench.next(1, of: stream)[0].video }
        let times = sent.map(\.shownTime).sorted()
        let steps = zip(times, times.dropFirst()).prefix(5).map { ($1 - $0) / .milliseconds(1) }
        #expect(steps.allSatisfy { (80...120).contains($0) }, "\(steps)")
    }

    /// What was kept for clips is from before there was something to hide.
    @Test func aClipThatBeginsBehindAMaskHasNothingFromBefore() async throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let output = CaptureClipOutput(stills: StandardStillMaker())
        (output.preRollDuration, output.postRollDuration) = (.seconds(1), .seconds(1))
        let (session, input) = try session(server, output)
        try await session.startRunning()
        let source = input.sourceName
        func last() -> Duration { output.lastFrameTime(of: source) ?? .zero }
        try await wait { last() > .zero }
        let begin = last()
        try await wait { last() > begin + .milliseconds(200) }
        let moment = last()
        let corners = [(0.5, 0.0), (1, 0), (1, 1), (0.5, 1)].map { CGPoint(x: $0, y: $1) }
        session.setPictureMask(
            PictureMask(areas: [try #require(Zone(name: "right", corners: corners))]), for: input)
        let clip = try output.captureClip(
            around: moment, from: source, to: folder.appending(path: "clip.mp4"))
        let outcome = await clip.outcome
        await session.stopRunning()
        #expect(outcome.error == nil && outcome.startTime > moment)
        #expect(try codec(of: clip.url) == "mjpeg,Baseline")
        #expect(try fields(of: clip.url).allSatisfy { $0 < 40 })
    }

    @Test func whatIsAskedForOtherwiseIsEncoded() async throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        output.videoCodec = .jpeg
        let (session, _) = try session(server, output)
        try await session.startRunning()
        let files = try await record(output) { output.recordedFrameCount >= 10 }
        await session.stopRunning()
        #expect(try codec(of: try #require(files.first)) == "mjpeg,Baseline")
    }

    /// Frames cannot be left out of video.
    @Test func fewerPicturesAreEncoded() async throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        let (session, _) = try session(server, output) { $0.maximumFrameRate = 20 }
        try await session.startRunning()
        let files = try await record(output) { output.recordedFrameCount >= 10 }
        await session.stopRunning()
        #expect(try codec(of: try #require(files.first)) == "mjpeg,Baseline")
    }

    /// It has the key frame before it, which is not shown.
    @Test func aMovieBeginsAtOnce() async throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let output = CaptureMovieFileOutput(stills: StandardStillMaker())
        let (session, _) = try session(server, output)
        try await session.startRunning()
        for number in 0..<4 {
            // One key frame in ten, a hundredth of a second from one to the next.
            try await Task.sleep(for: .milliseconds(37))
            let begin = ContinuousClock.now
            let recorder = Recorder()
            let movie = folder.appending(path: "\(number).mp4")
            try output.startRecording(to: movie, recordingDelegate: recorder)
            try await wait { output.recordedFrameCount >= 1 }
            #expect(ContinuousClock.now - begin < .seconds(5))
            try await wait { output.recordedDuration > .milliseconds(50) }
            output.stopRecording()
            try await wait { recorder.isFinished }
            let (flags, _) = try run(
                "ffprobe",
                ["-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", movie.path])
            #expect(flags.first == UInt8(ascii: "K"))
            let (all, _) = try run(
                "ffprobe",
                [
                    "-ignore_editlist", "1", "-select_streams", "v", "-show_entries", "packet=flags", "-of",
                    "csv=p=0", movie.path,
                ])
            #expect(all.first == UInt8(ascii: "K"))
            _ = try fields(of: movie)
        }
        await session.stopRunning()
    }

    /// While nobody else wants pictures none are decoded; who wants them later gets them.
    @Test(arguments: [true, false]) func picturesComeAgain(isIsolated: Bool) throws {
        let server = try Self.server("h264")
        defer { server.stop() }
        let input = try bench.input("rtsp://127.0.0.1:\(server.port)/live", isIsolated: isIsolated)
        let stream = try #require(try input.openStream(preset: .high) as? any VideoStream)
        defer { stream.close() }
        #expect(stream.hasVideo)
        let first = try bench.next(1, of: stream)[0]
        #expect(!first.isVideoAlone && first.video.first?.movie.isKeyFrame == true)
        stream.decodesVideo = false
        let alone = try bench.next(40, of: stream).drop { !$0.isVideoAlone }
        #expect(alone.count >= 35 && alone.allSatisfy { $0.isVideoAlone && !$0.video.isEmpty })
        let numbers = (first.video + alone.flatMap(\.video)).map(\.number)
        #expect(numbers.last.map { $0 >= alone.count } == true)
        #expect(zip(numbers.dropFirst(2), numbers.dropFirst(3)).allSatisfy { $0 + 1 == $1 })
        stream.decodesVideo = true
        let again = try bench.next(40, of: stream).filter { !$0.isVideoAlone }
        #expect(again.count >= 20)
        guard case .frame(let frame)? = again.last?.payload else { return #expect(Bool(false)) }
        #expect(frame.luma.width == 96)
        // Nobody has lost what nobody wanted.
        #expect(again.allSatisfy { $0.drops.isEmpty }, "\(again.map(\.drops))")
    }

    @Test func aClipHasWhatWasSent() async throws {
        let server = try Self.server("reordered")
        defer { server.stop() }
        let maker = CountingMaker()
        let output = CaptureClipOutput(stills: maker)
        (output.preRollDuration, output.postRollDuration) = (.milliseconds(400), .milliseconds(400))
        let (session, input) = try session(server, output)
        try await session.startRunning()
        let source = input.sourceName
        func last() -> Duration { output.lastFrameTime(of: source) ?? .zero }
        try await wait { last() > .zero }
        let begin = last()
        try await wait { last() > begin + .seconds(1) }
        let clip = try output.captureClip(
            around: last(), from: source, to: folder.appending(path: "clip.mp4"))
        let outcome = await clip.outcome
        await session.stopRunning()
        #expect(outcome.error == nil && maker.count == 0)
        #expect(try codec(of: clip.url) == "h264,High")
        let steps = try fields(of: clip.url)
        #expect(steps.count >= 3)
        #expect(outcome.duration >= .milliseconds(200) && outcome.duration < .milliseconds(1400))
    }

    @Test func whatIsToBeHiddenInClipsIsKeptAsPictures() async throws {
        let output = CaptureClipOutput(stills: StandardStillMaker())
        #expect(output.takesVideo)
        output.blursFaces = true
        #expect(!output.takesVideo)
        output.blursFaces = false
        output.videoCodec = .jpeg
        #expect(!output.takesVideo)
    }
}

extension CaptureClipOutput {
    /// When the last frame was taken that is kept of a camera; nil if none is.
    fileprivate func lastFrameTime(of source: String) -> Duration? {
        receivers(of: source).compactMap { $0.feed.ring.frames(in: .zero ... .seconds(1 << 40)).last?.time }
            .max()
    }
}
