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

    /// What is stopped is written while the next one is recorded, and each has its own.
    @Test func theNextMovieBeginsWhileTheLastOneIsFinished() async throws {
        let bench = try MovieBench.motionJPEG()
        bench.output.timedMetadataType = "text/plain"
        bench.output.timedMetadataDelay = .seconds(1_000)
        try await bench.session.startRunning()
        let recorders = [MovieRecorder(), MovieRecorder()]
        let files = ["a.mp4", "b.mp4"].map { bench.folder.appending(path: $0) }
        try bench.output.startRecording(to: files[0], recordingDelegate: recorders[0])
        try await bench.wait { bench.output.recordedFrameCount > 20 }
        bench.output.stopRecording()
        try bench.output.startRecording(to: files[1], recordingDelegate: recorders[1])
        #expect(bench.output.outputFileURL == files[1] && !recorders[0].isFinished)
        try await bench.wait { bench.output.recordedFrameCount > 20 }
        #expect(!recorders[0].isFinished && bench.output.isRecording)
        // It waits for what is said of its last frame; of the other one's this is.
        bench.output.appendTimedMetadata(Data("x".utf8), at: .seconds(10_000))
        #expect(try await recorders[0].end() == nil)
        #expect(bench.output.outputFileURL == files[1])
        bench.output.stopRecording()
        #expect(try await recorders[1].end() == nil)
        #expect(!bench.output.isRecording && bench.output.outputFileURL == nil)
        for file in files { #expect(try read(file).frames.count > 20) }
        bench.end()
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
