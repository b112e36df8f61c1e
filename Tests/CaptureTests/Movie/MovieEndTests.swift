import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// What ends a movie, or has it go on in another file, and what is there of it then.
@Suite struct MovieEndTests {
    private func read(_ url: URL) throws -> ReadMovie { try ReadMovie([UInt8](Data(contentsOf: url))) }

    @Test func theLongestDurationEndsAWholeMovie() async throws {
        let bench = try MovieBench.motionJPEG()
        bench.output.maxRecordedDuration = .seconds(1)
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        let error = try await recorder.end()
        let movie = try read(bench.movie)
        bench.end()
        #expect(error?.cause.code == .maximumDurationReached && error?.recordingSuccessfullyFinished == true)
        #expect(recorder.calls == ["start", "willFinish!", "finish!"])
        #expect(movie.frames.count == 50 && movie.durations.reduce(0, +) == 90_000)
    }

    @Test func theLargestSizeEndsAWholeMovie() async throws {
        let bench = try MovieBench.motionJPEG()
        bench.output.maxRecordedFileSize = 100_000
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        let error = try await recorder.end()
        let size = try Data(contentsOf: bench.movie).count
        let movie = try read(bench.movie)
        bench.end()
        #expect(error?.cause.code == .maximumFileSizeReached && error?.recordingSuccessfullyFinished == true)
        #expect((80_000...100_000).contains(size) && movie.frames.count > 50)
    }

    @Test func tooLittleRoomEndsAWholeMovie() async throws {
        let sink = MemorySink(.init(free: 1 << 20))
        let bench = try MovieBench.motionJPEG { _ in sink }
        bench.output.minFreeDiskSpaceLimit = 1 << 19
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .seconds(1) }
        sink.state.withLock { $0.free = 1000 }
        let error = try await recorder.end()
        bench.end()
        #expect(error?.cause.code == .diskFull && error?.recordingSuccessfullyFinished == true)
        #expect(try ReadMovie(sink.bytes).frames.count > 50)
    }

    @Test func aLongRecordingGoesOnInAnotherFile() async throws {
        let bench = try MovieBench.motionJPEG(mostIndexBytes: 3_500)
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { recorder.calls.contains("continue movie-3.mp4") }
        let duration = bench.output.recordedDuration
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        // More than three where the machine is busy.
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path))
        #expect(names.isSuperset(of: ["movie.mp4", "movie-2.mp4", "movie-3.mp4"]))
        let files = try names.map { try read(bench.folder.appending(path: $0)) }
        bench.end()
        // A busy machine loses frames, and those before them last longer; between two files nothing is missing.
        let ticks = files.flatMap(\.durations)
        #expect(ticks.allSatisfy { tick in abs(tick - (tick + 900) / 1_800 * 1_800) <= 1 && tick > 900 })
        #expect(Double(ticks.reduce(0, +)) / 90_000 >= duration / .seconds(1) - 0.03)
    }

    @Test func aRecordingOfOneFileEndsWithAFullIndex() async throws {
        let bench = try MovieBench.motionJPEG(mostIndexBytes: 3_500)
        bench.output.continuesInOtherFiles = false
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        let error = try await recorder.end()
        #expect(error?.cause.code == .maximumFileSizeReached && error?.recordingSuccessfullyFinished == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["movie.mp4"])
        #expect(try read(bench.movie).frames.count > 10)
        bench.end()
    }

    // MARK: - What goes wrong

    @Test func aFullDiskLeavesAWholeMovieOfWhatFitted() async throws {
        let sink = MemorySink(.init(most: 40_000))
        let bench = try MovieBench.motionJPEG { _ in sink }
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        let error = try await recorder.end()
        bench.end()
        #expect(error?.cause.code == .diskFull && error?.recordingSuccessfullyFinished == true)
        let movie = try ReadMovie(sink.bytes)
        #expect(movie.boxes == ["ftyp", "mdat", "moov"] && movie.frames.count > 10)
        #expect(sink.state.withLock { $0.isClosed && $0.isKept == true && $0.bytes.count <= 40_000 })
    }

    @Test func nothingIsLeftOfAMovieThatCouldNotBegin() async throws {
        let bench = try MovieBench.motionJPEG()
        try await bench.session.startRunning()
        for (name, code) in [("there", CaptureError.Code.fileAlreadyExists), ("no/movie.mp4", .fileFailed)] {
            if name == "there" { try Data([1]).write(to: bench.folder.appending(path: name)) }
            let recorder = MovieRecorder()
            try bench.output.startRecording(
                to: bench.folder.appending(path: name), recordingDelegate: recorder)
            let error = try await recorder.end()
            #expect(error?.cause.code == code && error?.recordingSuccessfullyFinished == false)
            #expect(recorder.calls == ["finish!"])
        }
        // What was there is as it was.
        #expect(try Data(contentsOf: bench.folder.appending(path: "there")) == Data([1]))
        bench.end()

        // A recording that is ended before its first frame.
        let idle = try MovieBench.motionJPEG()
        try await idle.session.startRunning()
        idle.camera.change { $0.failures["DQBUF"] = EAGAIN }
        let recorder = MovieRecorder()
        try idle.output.startRecording(to: idle.movie, recordingDelegate: recorder)
        idle.output.stopRecording()
        let error = try await recorder.end()
        if error?.cause.code == .noDataCaptured {
            #expect(!FileManager.default.fileExists(atPath: idle.movie.path))
        } else {
            // A frame was on its way.
            #expect(error == nil)
        }
        idle.end()
        #expect(throws: CaptureError.self) {
            try idle.output.startRecording(to: idle.movie, recordingDelegate: recorder)
        }
    }

    @Test func aCameraThatFailsEndsItsMovieWhileOthersGoOn() async throws {
        let bench = try MovieBench.motionJPEG()
        try bench.session.addOutput(RecordingOutput())
        try bench.session.addInput(ScriptedInput("b", [.delivers([1, 2, 3], then: nil)]))
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(200) }
        bench.camera.change { state in
            state.pictures = []
            state.end = EIO
        }
        let error = try await recorder.end()
        #expect(bench.session.isRunning && error?.recordingSuccessfullyFinished == true)
        #expect(error?.cause.code == .deviceFailed)
        bench.end()
    }

    /// A controller that has the session, and is its recordings' delegate, ends when nobody holds it.
    @Test func aDelegateIsHeldUntilItsLastCall() async throws {
        let bench = try MovieBench.motionJPEG()
        try await bench.session.startRunning()
        var recorder: MovieRecorder? = MovieRecorder()
        weak let held = recorder
        if let recorder { try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder) }
        try await bench.wait { bench.output.recordedDuration > .milliseconds(100) }
        bench.output.stopRecording()
        #expect(try await recorder?.end() == nil)
        recorder = nil
        try await bench.wait { held == nil }
        bench.end()
    }

    /// One frame of a time to come would have all that follow it be late.
    @Test func timesToComeAreADriversMistake() async throws {
        let bench = try MovieBench(
            .init(code: "MJPG", width: 16, height: 16), start: PhotoBench.uptime + 100_000
        ) { _ in MovieBench.jpeg }
        let output = CaptureVideoFrameOutput(decoder: StandardPictureDecoder())
        try bench.session.addOutput(output)
        let frames = output.frames()
        try await bench.session.startRunning()
        for await shown in frames {
            let time = shown.frame.time / .seconds(1)
            #expect(time < PhotoBench.uptime + 1)
            break
        }
        bench.end()
    }

    /// One that is opened anew goes on in the same movie.
    @Test func aCameraThatFailsAndComesBackGoesOnInItsMovie() async throws {
        let bench = try MovieBench(
            .init(code: "MJPG", width: 16, height: 16), reconnectPolicy: .backoff
        ) { _ in MovieBench.jpeg }
        try await bench.session.startRunning()
        let events = bench.session.events()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(200) }
        bench.camera.change { state in
            state.pictures = []
            state.end = EIO
        }
        for await event in events {
            if case .wasInterrupted = event { break }
            if case .runtimeError = event { break }
        }
        let duration = bench.output.recordedDuration
        bench.camera.change { $0.end = EAGAIN }
        try await bench.wait { bench.output.recordedDuration > duration + .milliseconds(400) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let movie = try read(bench.movie)
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        bench.end()
        #expect(recorder.calls == ["start", "willFinish", "finish"] && names == ["movie.mp4"])
        #expect(movie.frames.count > 20 && movie.boxes == ["ftyp", "mdat", "moov"])
        // What it has not sent makes a frame longer; nothing else does.
        #expect(movie.durations.filter { $0 > 1_801 }.count <= 1)
    }

    /// What is said of the last frames comes after them.
    @Test func theEndWaitsForWhatIsSaidOfTheLastFrames() async throws {
        // Times that drivers and tests say alike, to the last bit.
        let bench = try MovieBench(.init(code: "MJPG", width: 16, height: 16), interval: 1 / 64.0) { _ in
            MovieBench.jpeg
        }
        bench.output.timedMetadataType = "text/plain"
        bench.output.timedMetadataDelay = .seconds(60)
        bench.output.maxRecordedDuration = .seconds(1)
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        // Its frames are there, and it waits.
        try await bench.wait { bench.output.recordedDuration >= .milliseconds(990) }
        #expect(!recorder.isFinished)
        // Of each picture, in their order: of its last frame, and of one that is none of it.
        for number in 0..<bench.fedCount {
            bench.output.appendTimedMetadata(
                Data("\(number) ".utf8), at: .microseconds(100_000_000 + 15_625 * number))
        }
        let error = try await recorder.end()
        let file = try [UInt8](Data(contentsOf: bench.movie))
        bench.end()
        #expect(error?.cause.code == .maximumDurationReached)
        let said = try FFmpegRun.output(of: file, ["-map", "0:d", "-c", "copy", "-f", "data", "-"])
        let numbers = said.split(separator: " ").compactMap { Int($0) }
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + 64))
    }

    @Test func anUnpluggedCameraOrAStoppedSessionEndsAWholeMovie() async throws {
        for isUnplugged in [true, false] {
            let bench = try MovieBench.motionJPEG()
            try await bench.session.startRunning()
            let recorder = MovieRecorder()
            try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
            try await bench.wait { bench.output.recordedDuration > .milliseconds(200) }
            if isUnplugged { bench.unplug() } else { bench.stop() }
            if isUnplugged { try await bench.wait { !bench.session.isRunning || recorder.isFinished } }
            if !recorder.isFinished { bench.stop() }
            let error = try await recorder.end()
            let movie = try read(bench.movie)
            bench.end()
            let codes: [CaptureError.Code] = [.deviceWasDisconnected, .sessionNotRunning]
            #expect(error.map { codes.contains($0.cause.code) } == true)
            #expect(error?.recordingSuccessfullyFinished == true && movie.frames.count > 9)
        }
    }

    /// The disk stands still: what has no room is counted, and the camera goes on. A text waits, since the one before it would be
    /// shown until the next.
    @Test func aSlowDiskCostsFramesAndNotTheCamera() async throws {
        let isStill = Mutex(false)
        let sink = MemorySink(.init()) {
            for _ in 0..<20_000 where isStill.withLock({ $0 }) { usleep(1000) }
        }
        let bench = try MovieBench.motionJPEG(mostWaitingBytes: 20 * MovieBench.jpeg.count) { _ in sink }
        bench.output.movieFragmentInterval = .milliseconds(100)
        bench.output.recordsText = true
        #expect(!bench.output.appendText("no file to be in", at: .seconds(100)))
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(300) }
        isStill.withLock { $0 = true }
        let count = bench.fedCount
        try await bench.wait { bench.fedCount > count + 100 && bench.output.droppedFrameCount > 50 }
        let text = "came while nothing was written"
        let shown = Duration.seconds(100) + .milliseconds(20) * bench.fedCount
        #expect(bench.output.appendText(text, at: shown))
        isStill.withLock { $0 = false }
        let duration = bench.output.recordedDuration
        try await bench.wait { bench.output.recordedDuration > duration + .milliseconds(500) }
        let dropped = bench.output.droppedFrameCount
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        bench.end()
        let movie = try ReadMovie(sink.bytes)
        #expect(Data(sink.bytes).range(of: Data(text.utf8)) != nil)
        // The frame before the gap lasts through it: times stay true.
        let missing = movie.durations.reduce(0) { $0 + ($1 + 900) / 1_800 - 1 }
        // More where a busy machine kept the camera from giving frames at all.
        #expect(missing >= 50 && dropped >= 50)
    }
}
