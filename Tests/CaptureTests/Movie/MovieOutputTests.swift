import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct MovieOutputTests {
    private func read(_ url: URL) throws -> ReadMovie { try ReadMovie([UInt8](Data(contentsOf: url))) }

    // MARK: - What is in it

    @Test func aMovieSaysOfWhichCameraItIsAndWhatItIsGiven() async throws {
        let bench = try MovieBench.motionJPEG()
        bench.output.metadata = [
            MetadataItem(.title, "The door"), MetadataItem(.software, "mine"), MetadataItem(.make, ""),
        ]
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(60) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let file = try Data(contentsOf: bench.movie)
        let name = bench.camera.device().localizedName
        bench.end()
        for text in ["The door", "mine", name, "com.apple.quicktime.creationdate"] {
            #expect(file.contains(Data(text.utf8)), "\(text)")
        }
        for text in ["scanwatch", "com.apple.quicktime.make"] {
            #expect(!file.contains(Data(text.utf8)), "\(text)")
        }
    }

    @Test func aMovieHasTheCamerasOwnFramesAtTheirTimes() async throws {
        let bench = try MovieBench.motionJPEG()
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        #expect(!bench.output.isRecording)
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        #expect(bench.output.isRecording && bench.output.outputFileURL == bench.movie)
        #expect(throws: CaptureError.self) {
            try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        }
        try await bench.wait { bench.output.recordedDuration > .seconds(2) }
        #expect(bench.output.recordedFileSize > 60 * MovieBench.jpeg.count)
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        #expect(!bench.output.isRecording)
        let movie = try read(bench.movie)
        bench.end()
        #expect(recorder.calls == ["start", "willFinish", "finish"])
        #expect(movie.boxes == ["ftyp", "mdat", "moov"])
        #expect(movie.frames.count > 100)
        #expect(movie.frames.allSatisfy { $0 == MovieBench.jpeg })
        // Every one came: each 20 ms after the one before, as its driver says.
        #expect(movie.durations.allSatisfy { (1_799...1_801).contains($0) })
    }

    @Test func tablesThatACameraLeavesOutAreInTheMovie() async throws {
        let bare = MovieBench.jpeg.removingHuffmanTables
        try #require(JPEGFile(bare)?.hasHuffmanTables == false)
        let bench = try MovieBench(.init(code: "MJPG", width: 16, height: 16)) { _ in bare }
        let movie = try await record(bench, frames: 5)
        let file = try #require(JPEGFile(movie.frames[0]))
        #expect(file.hasHuffmanTables && file.picture == JPEGFile(bare)?.picture)
        #expect(movie.frames[0].count == bare.count + 420)
    }

    @Test func otherFormatsAreEncoded() async throws {
        let bench = try MovieBench(.init(code: "GREY", width: 16, height: 16)) { _ in
            [UInt8](repeating: 200, count: 256)
        }
        let movie = try await record(bench, frames: 5)
        let luma = try StandardPictureDecoder().frame(from: movie.frames[0], limits: .standard).luma
        #expect(luma.width == 16 && abs(Int(luma.samples[0]) - 200) < 4)
    }

    @Test func whatNobodyIsToSeeIsInNoFrame() throws {
        var maker = MovieFrameMaker(StandardStillMaker(), quality: 90)
        let plane = Plane(width: 16, height: 16, samples: [UInt8](repeating: 200, count: 256))
        var buffer = CaptureBuffer(
            CaptureFrame(
                payload: .frame(Frame(luma: plane, time: .zero)), time: .seconds(1), sequenceNumber: 1))
        buffer.contents.shown = CaptureBuffer.Picture(bytes: MovieBench.jpeg, format: jpegFormat)
        #expect(try maker.frames(of: buffer).frames.first?.bytes == MovieBench.jpeg)
        let left = [(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)].map { CGPoint(x: $0, y: $1) }
        buffer.mask = PictureMask(areas: [try #require(Zone(name: "left", corners: left))])
        let frame = try #require(try maker.frames(of: buffer).frames.first)
        let luma = try StandardPictureDecoder().frame(from: frame.bytes, limits: .standard).luma
        #expect(luma.samples[16 * 8 + 2] < 10 && abs(Int(luma.samples[16 * 8 + 13]) - 90) < 6)
        buffer.contents.shown?.bytes.removeLast(100)
        let error = #expect(throws: CaptureError.self) { try maker.frames(of: buffer) }
        #expect(error?.code == .decodeFailed)
    }

    @Test func theConnectionSaysHowItIsTurned() async throws {
        let bench = try MovieBench.motionJPEG()
        let connection = try #require(bench.output.connections.first)
        try connection.setVideoRotationAngle(90)
        let turned = try await record(bench, frames: 3)
        #expect(turned.matrix == [0, 1, -1, 0])
    }

    /// Records a few frames and ends the bench.
    private func record(_ bench: MovieBench, frames: Int) async throws -> ReadMovie {
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(20 * frames) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let movie = try read(bench.movie)
        bench.end()
        try #require(movie.frames.count >= frames)
        return movie
    }

    private var jpegFormat: V4L2Format {
        V4L2Format(
            pixelFormat: PixelFormat(name: "JPEG") ?? PixelFormat(rawValue: 0), width: 16, height: 16,
            bytesPerRow: 0, byteCount: MovieBench.jpeg.count)
    }

    /// What is said of a frame before the first one holds from that one on, also in the next file.
    @Test func aTextHoldsUntilTheNextOne() throws {
        let sinks = [MemorySink(), MemorySink()]
        let place = Mutex(0)
        let settings = MovieRecording.Settings(path: "a.mp4", container: .mp4, hasText: true)
        var files = MovieFiles(settings) { _ in
            place.withLock { place in
                defer { place += 1 }
                return sinks[place]
            }
        } tell: { _ in
        }
        try files.open()
        files.add(text: "badge", time: .seconds(1))
        for (number, width) in [16, 16, 32, 32].enumerated() {
            let frame = MovieFrame(
                bytes: MovieBench.jpeg, width: width, height: 16, time: .seconds(2 + Double(number) / 10))
            let (isNew, isAgain) = try (files.add(frame), files.add(frame))
            #expect(isNew && !isAgain)
        }
        #expect(files.finish(nil) == nil)
        for sink in sinks {
            let text: [UInt8] = [0, 5] + Array("badge".utf8)
            #expect(sink.bytes.indices.contains { sink.bytes[$0...].starts(with: text) })
        }
    }

    /// However long fragments are to be, what waits in memory has its limit.
    @Test func aLargeFragmentIsWrittenBeforeItsTime() throws {
        let sink = MemorySink()
        var settings = MovieRecording.Settings(path: "a.mp4", container: .mp4)
        (settings.fragmentInterval, settings.mostFragmentBytes) = (.seconds(3600), 10_000)
        var files = MovieFiles(settings) { _ in
            sink
        } tell: { _ in
        }
        try files.open()
        var most = 0
        for number in 0..<100 {
            let frame = MovieFrame(
                bytes: [UInt8](repeating: 7, count: 999), width: 16, height: 16,
                time: .milliseconds(40 * number))
            let isNew = try files.add(frame)
            #expect(isNew)
            most = max(most, files.progress.byteCount - sink.bytes.count)
        }
        #expect(most < 11_000 && most > 8_000)
        #expect(files.finish(nil) == nil)
        let movie = try ReadMovie(sink.bytes)
        #expect(movie.frames.count == 100 && movie.durations.allSatisfy { $0 == 3_600 })
    }

    // MARK: - Slow motion

    @Test func slowMotionHasAllFramesAndLastsLonger() async throws {
        let bench = try MovieBench.motionJPEG()
        bench.output.playbackRate = 0.25
        bench.output.maxRecordedDuration = .seconds(1)
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        #expect(try await recorder.end()?.cause.code == .maximumDurationReached)
        let bytes = try [UInt8](Data(contentsOf: bench.movie))
        bench.end()
        let movie = try ReadMovie(bytes)
        // Each 20 ms lasts 80.
        #expect(movie.frames.count == 50 && movie.durations.allSatisfy { (7_199...7_201).contains($0) })
        #expect(movie.durations.reduce(0, +) == 4 * 90_000)
        // Fifty a second, as a number of 32 bits.
        #expect(bytes.indices.contains { bytes[$0...].starts(with: Array("com.android.capture.fps".utf8)) })
        #expect(
            bytes.indices.contains {
                bytes[$0...].starts(with: Array("data".utf8) + [0, 0, 0, 23, 0, 0, 0, 0, 0x42, 0x48, 0, 0])
            })
    }

    // MARK: - Pauses

    @Test func aPauseIsNotInTheMovie() async throws {
        let bench = try MovieBench.motionJPEG()
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedDuration > .milliseconds(500) }
        bench.output.pauseRecording()
        bench.output.pauseRecording()
        #expect(bench.output.isRecordingPaused)
        let count = bench.fedCount
        try await bench.wait { bench.fedCount > count + 50 }
        bench.output.resumeRecording()
        #expect(!bench.output.isRecordingPaused)
        let before = bench.output.recordedDuration
        try await bench.wait { bench.output.recordedDuration > before + .milliseconds(300) }
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        let movie = try read(bench.movie)
        bench.end()
        #expect(recorder.calls == ["start", "pause", "resume", "willFinish", "finish"])
        // A second was left out, and no frame lasts longer for it.
        #expect(movie.durations.allSatisfy { (1_799...1_801).contains($0) })
    }

    // MARK: - Limits

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
        let bench = try MovieBench.motionJPEG()
        bench.output.mostIndexBytes = 3_500
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
        let bench = try MovieBench.motionJPEG()
        bench.output.mostIndexBytes = 3_500
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

extension [UInt8] {
    /// A JPEG as many cameras send it.
    fileprivate var removingHuffmanTables: [UInt8] {
        var bytes = Array(prefix(2))
        var place = 2
        while place + 4 <= count, self[place + 1] != 0xda {
            let end = place + 2 + Int(self[place + 2]) << 8 + Int(self[place + 3])
            if self[place + 1] != 0xc4 { bytes += self[place..<end] }
            place = end
        }
        return bytes + self[place...]
    }
}
