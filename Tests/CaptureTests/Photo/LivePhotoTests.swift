import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Movies around photos, of a camera whose pictures say their number, thirty a second by the driver's times.
@Suite struct LivePhotoTests {
    private static let interval = 1.0 / 30

    /// A frame that has its number behind the end, and another picture for each.
    private static func picture(_ number: Int) -> [UInt8] {
        var jpeg = MovieBench.jpeg
        // Within the quantisation tables, so that each frame is a JPEG of its own.
        jpeg[jpeg.count - 3] ^= UInt8(truncatingIfNeeded: number) & 0x3f
        return jpeg
    }

    private final class Pace: Sendable {
        let microseconds = Atomic<UInt32>(0)
    }

    private final class Bench: Sendable {
        let movies: MovieBench
        let output: CapturePhotoOutput

        /// How long the camera takes for a picture in truth; by its own times it is always a thirtieth of a second.
        let pace: Pace

        init(
            stills: any StillMaker = NoStills(),
            picture: @escaping @Sendable (_ number: Int) -> [UInt8] = LivePhotoTests.picture
        ) throws {
            output = CapturePhotoOutput(
                stills: stills, patience: .seconds(1_000), moviePatience: .seconds(1_000))
            let pace = Pace()
            self.pace = pace
            movies = try MovieBench(
                .init(code: "MJPG", width: 16, height: 16), start: PhotoBench.uptime,
                interval: LivePhotoTests.interval
            ) { number in
                usleep(pace.microseconds.load(ordering: .relaxed))
                return picture(number)
            }
            try movies.session.addOutput(output)
        }

        var url: URL { movies.folder.appending(path: "live.mov") }

        /// Runs until there is enough before a photo.
        func start(with seconds: Double = 2) async throws {
            output.isLivePhotoCaptureEnabled = true
            try await movies.session.startRunning()
            let count = movies.fedCount
            try await movies.wait { Double(movies.fedCount - count) * LivePhotoTests.interval > seconds }
            // What is kept may be a second and a half older than the photo: that is not to be over before a busy machine has
            // begun to read.
            pace.microseconds.store(20_000, ordering: .relaxed)
        }

        func settings(isMotionPhoto: Bool = false) -> CapturePhotoSettings {
            var settings = CapturePhotoSettings()
            settings.qualityPrioritization = .speed
            if isMotionPhoto { settings.isMotionPhoto = true } else { settings.livePhotoMovieFileURL = url }
            return settings
        }
    }

    /// Whoever takes a camera's own JPEGs needs nobody who encodes.
    private struct NoStills: StillMaker {
        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            throw PayloadError(.undecodable, "nothing is to be encoded")
        }
    }

    private final class Recorder: CapturePhotoCaptureDelegate {
        struct Told: Sendable {
            var calls: [String] = []
            var photo: CapturePhoto?
            var duration = Duration.zero
            var photoDisplayTime = Duration.zero
            var movieError: CaptureError?
            var resolved: CaptureResolvedPhotoSettings?
            var end: CaptureError??
        }

        private let told = Mutex(Told())

        private func note(_ call: String, _ body: (inout Told) -> Void = { _ in }) {
            told.withLock {
                $0.calls.append(call)
                body(&$0)
            }
        }

        func photoOutput(_: CapturePhotoOutput, willBeginCaptureFor settings: CaptureResolvedPhotoSettings) {
            note("willBegin") { $0.resolved = settings }
        }
        func photoOutput(_: CapturePhotoOutput, willCapturePhotoFor: CaptureResolvedPhotoSettings) {
            note("willCapture")
        }
        func photoOutput(_: CapturePhotoOutput, didCapturePhotoFor: CaptureResolvedPhotoSettings) {
            note("didCapture")
        }
        func photoOutput(_: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?)
        {
            note(error == nil ? "photo" : "photo!") { $0.photo = photo }
        }
        func photoOutput(
            _: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt: URL,
            resolvedSettings: CaptureResolvedPhotoSettings
        ) { note("recorded") }
        func photoOutput(
            _: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt: URL, duration: Duration,
            photoDisplayTime: Duration, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
        ) {
            note(error == nil ? "movie" : "movie!") {
                ($0.duration, $0.photoDisplayTime, $0.movieError) = (duration, photoDisplayTime, error)
            }
        }
        func photoOutput(
            _: CapturePhotoOutput, didFinishCaptureFor: CaptureResolvedPhotoSettings, error: CaptureError?
        ) { note(error == nil ? "didFinish" : "didFinish!") { $0.end = .some(error) } }

        var calls: [String] { told.withLock { $0.calls } }

        func end() async throws -> Told {
            for _ in 0..<60_000 where told.withLock({ $0.end == nil }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            let told = told.withLock { $0 }
            try #require(told.end != nil, "\(told.calls)")
            return told
        }
    }

    @Test func aLivePhotoIsAPhotoAndTheMovieAroundIt() async throws {
        let bench = try Bench()
        try await bench.start()
        let recorder = Recorder()
        #expect(bench.output.isLivePhotoCaptureSupported)
        try bench.output.capturePhoto(with: bench.settings(), delegate: recorder)
        let told = try await recorder.end()
        let file = try [UInt8](Data(contentsOf: bench.url))
        bench.movies.end()
        #expect(
            told.calls == [
                "willBegin", "willCapture", "didCapture", "photo", "recorded", "movie", "didFinish",
            ])
        #expect(told.resolved?.livePhotoMovieDimensions == PhotoDimensions(width: 16, height: 16))
        let movie = try ReadMovie(file)
        #expect((89...91).contains(movie.frames.count))
        #expect(abs(told.duration / .seconds(1) - 3) < 0.04)
        #expect(abs(told.photoDisplayTime / .seconds(1) - 1.5) < 0.04)
        // The movie's frame of that time is the photo.
        let photo = try #require(told.photo?.fileDataRepresentation().flatMap { JPEGFile([UInt8]($0)) })
        let place = Int((told.photoDisplayTime / .seconds(1) / Self.interval).rounded())
        #expect(JPEGFile(movie.frames[place])?.picture == photo.picture)
        #expect(JPEGFile(movie.frames[place + 1])?.picture != photo.picture)
    }

    @Test func aMotionPhotoIsOneFile() async throws {
        let bench = try Bench()
        try await bench.start()
        let recorder = Recorder()
        try bench.output.capturePhoto(with: bench.settings(isMotionPhoto: true), delegate: recorder)
        let told = try await recorder.end()
        bench.movies.end()
        #expect(told.calls == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
        let file = [UInt8](try #require(told.photo?.fileDataRepresentation()))
        let text = String(decoding: file, as: Unicode.ASCII.self)
        let length = try #require(text.firstMatch(of: /MotionPhoto" Item:Length="([0-9]+)"/)?.output.1)
        let movie = try ReadMovie(Array(file.suffix(try #require(Int(length)))))
        #expect((89...91).contains(movie.frames.count))
        let time = try #require(text.firstMatch(of: /TimestampUs="([0-9]+)"/)?.output.1)
        let place = Int((try #require(Double(time)) / 1e6 / Self.interval).rounded())
        #expect(JPEGFile(movie.frames[place])?.picture == JPEGFile(file)?.picture)
    }

    @Test func aMotionPhotoCanBeH264() async throws {
        let bench = try Bench(stills: StandardStillMaker()) { ClipBench.clock($0 % 0o1000) }
        bench.output.isLivePhotoAutoTrimmingEnabled = false
        try await bench.start()
        #expect(bench.output.availableLivePhotoVideoCodecs == [.jpeg, .h264])
        let recorder = Recorder()
        var settings = bench.settings(isMotionPhoto: true)
        settings.livePhotoVideoCodec = .h264
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let told = try await recorder.end()
        bench.movies.end()
        let file = [UInt8](try #require(told.photo?.fileDataRepresentation()))
        let text = String(decoding: file, as: Unicode.ASCII.self)
        let length = try #require(text.firstMatch(of: /MotionPhoto" Item:Length="([0-9]+)"/)?.output.1)
        let clip = Array(file.suffix(try #require(Int(length))))
        #expect(try (89...91).contains(ReadMovie(clip).frames.count))
        #expect(String(decoding: clip, as: Unicode.ASCII.self).contains("avc1"))
        // As a player shows them: each is a picture.
        let shown = try FFmpegRun.data(
            of: clip, ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        #expect(shown.count == (try ReadMovie(clip).frames.count) * 256)
    }

    @Test func whatCannotBeIsRefusedBefore() async throws {
        let bench = try Bench()
        func refusal(_ settings: CapturePhotoSettings) -> String? {
            #expect(throws: CaptureError.self) {
                try bench.output.capturePhoto(with: settings, delegate: Recorder())
            }?.message
        }
        #expect(refusal(bench.settings())?.contains("isLivePhotoCaptureEnabled") == true)
        bench.output.isLivePhotoCaptureEnabled = true
        bench.output.isLivePhotoCaptureSuspended = true
        #expect(refusal(bench.settings())?.contains("Suspended") == true)
        bench.output.isLivePhotoCaptureSuspended = false
        var both = bench.settings()
        both.isMotionPhoto = true
        #expect(refusal(both)?.contains("Motion Photo") == true)
        var web = bench.settings()
        web.livePhotoMovieFileURL = URL(string: "https://example.org/live.mov")
        #expect(refusal(web)?.contains("no file") == true)
        var encoded = bench.settings()
        encoded.livePhotoVideoCodec = .h264
        #expect(refusal(encoded)?.contains("libopenh264") == true)
        bench.movies.end()
    }

    /// What is suspended ends with what was there, and what follows begins after it.
    @Test func aSuspensionCutsTheMovie() async throws {
        let bench = try Bench()
        try await bench.start()
        let recorder = Recorder()
        // The rest of the movie would take a minute, and so would what comes after the suspension to be older than a movie
        // keeps: a busy machine has time to ask.
        bench.pace.microseconds.store(1_000_000, ordering: .relaxed)
        try bench.output.capturePhoto(with: bench.settings(), delegate: recorder)
        try await bench.movies.wait { recorder.calls.contains("photo") }
        bench.output.isLivePhotoCaptureSuspended = true
        let told = try await recorder.end()
        #expect(told.calls.suffix(3) == ["recorded", "movie", "didFinish"])
        #expect((.seconds(1.4)...Duration.seconds(2.9)).contains(told.duration))
        bench.output.isLivePhotoCaptureSuspended = false
        try FileManager.default.removeItem(at: bench.url)
        let next = Recorder()
        try bench.output.capturePhoto(with: bench.settings(), delegate: next)
        try await bench.movies.wait { next.calls.contains("photo") }
        bench.pace.microseconds.store(20_000, ordering: .relaxed)
        let later = try await next.end()
        #expect(later.photoDisplayTime < .seconds(1.4) && later.duration < .seconds(2.95))
        bench.movies.end()
        #expect(!bench.output.isLivePhotoCaptureSuspended)
    }

    @Test func aMovieThatCannotBeWrittenCostsNotThePhoto() async throws {
        let bench = try Bench()
        try await bench.start()
        try Data([1]).write(to: bench.url)
        let recorder = Recorder()
        try bench.output.capturePhoto(with: bench.settings(), delegate: recorder)
        let told = try await recorder.end()
        #expect(told.calls.suffix(4) == ["photo", "recorded", "movie!", "didFinish!"])
        #expect(told.movieError?.code == .fileAlreadyExists && told.photo?.fileDataRepresentation() != nil)
        #expect(try Data(contentsOf: bench.url) == Data([1]))
        bench.movies.end()
    }
}
