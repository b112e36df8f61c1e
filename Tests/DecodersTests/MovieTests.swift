import Decoders
import Foundation
import MetadataOutput
import Testing

/// Movies of ten frames, three fields side by side: white, black, and one that grows lighter (make-movies).
@Suite struct MovieTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Movies")

    private static func movie(
        _ name: String, limits: DecodingLimits = .standard
    ) throws -> any MovieReader {
        try StandardMovieDecoder().movie(
            at: Array(folder.appending(path: name).path.utf8), limits: limits)
    }

    /// What is read up to the end or to an error, at most so much.
    private static func readings(of movie: any MovieReader, from earliest: Duration = .zero) -> [MovieReading]
    {
        var readings: [MovieReading] = []
        while readings.count < 1000 {
            readings.append(movie.nextFrame(from: earliest))
            switch readings.last {
            case .end, .failed: return readings
            default: continue
            }
        }
        return readings
    }

    private static func frames(of readings: [MovieReading]) -> [(frame: Frame, number: Int)] {
        readings.compactMap { if case .frame(let frame, let number) = $0 { (frame, number) } else { nil } }
    }

    private static func luma(_ plane: Plane, _ x: Int, _ y: Int) -> Int {
        plane.withBytes { Int($0[y * plane.bytesPerRow + x]) }
    }

    @Test(arguments: [
        "h264.mp4", "h264-bframes.mkv", "hevc.mp4", "hevc-10.mkv", "mjpeg.avi", "mpeg2.ts", "mpeg4.mov",
        "vp8.webm", "vp9.webm", "ffv1.mkv", "rgb.mov",
    ])
    func everyFrameComesAtItsTimeWithItsLuma(name: String) throws {
        let readings = Self.readings(of: try Self.movie(name))
        guard case .end = readings.last else { return #expect(Bool(false), "\(readings)") }
        let frames = Self.frames(of: readings)
        #expect(frames.map(\.number) == Array(0..<10))
        // The third field is 25 lighter each time, or 20 of video's 219 steps.
        let step = ["ffv1.mkv", "rgb.mov"].contains(name) ? 25 : 20.0 * 255 / 219
        for (frame, number) in frames {
            let luma = frame.luma
            try #require(luma.width == 96 && luma.height == 64)
            // Containers count in milliseconds or finer.
            #expect(
                abs(frame.time / .seconds(1) - Double(number) / 10) < 0.001, "frame \(number): \(frame.time)")
            let fields = [16, 48, 80].map { Self.luma(luma, $0, 32) }
            let expected = [255, 0, Int((Double(number) * step).rounded())]
            for (field, value) in zip(fields, expected) {
                #expect(abs(field - value) <= 6, "frame \(number): \(fields)")
            }
        }
    }

    @Test func whatWasFilmedUprightIsUpright() throws {
        let frames = Self.frames(of: Self.readings(of: try Self.movie("turned.mp4")))
        let luma = try #require(frames.first).frame.luma
        try #require(luma.width == 64 && luma.height == 96)
        // Turned clockwise the white field, at the left, is at the top.
        #expect(Self.luma(luma, 32, 16) > 245 && Self.luma(luma, 32, 48) < 10)
    }

    @Test func framesBeforeATimeArePassedOver() throws {
        let movie = try Self.movie("h264-bframes.mkv")
        for (earliest, number) in [(0, 0), (250, 3), (300, 4), (850, 9)] {
            guard case .frame(let frame, let found) = movie.nextFrame(from: .milliseconds(earliest)) else {
                return #expect(Bool(false), "none from \(earliest) ms on")
            }
            #expect(found == number && frame.time >= .milliseconds(earliest))
        }
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
    }

    @Test(arguments: [
        ("sound.mp4", PayloadError.Code.unknownFormat), ("../PictureTests.swift", .unknownFormat),
        ("nothing.mp4", .unreadable),
    ])
    func whatIsNoMovieIsToldOf(name: String, code: PayloadError.Code) throws {
        let error: PayloadError?
        do {
            guard case .failed(let found) = try Self.movie(name).nextFrame(from: .zero) else {
                return #expect(Bool(false), "\(name) was read")
            }
            error = found
        } catch let found as PayloadError {
            error = found
        }
        #expect(error?.code == code && error?.message.isEmpty == false, "\(String(describing: error))")
    }

    @Test func aPictureOverTheLimitIsNotDecoded() throws {
        let movie = try Self.movie("h264.mp4", limits: DecodingLimits(pixels: 96 * 64 - 1))
        guard case .failed(let error) = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
        #expect(error.code == .overLimit && error.message.contains("96 × 64"), "\(error.message)")
    }

    /// The index of an MP4 of ten frames names samples that are not there any more; a transport stream has none.
    @Test(arguments: ["h264.mp4", "vp9.webm", "mpeg2.ts", "mjpeg.avi"])
    func aMovieThatIsCutGivesWhatIsThere(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        let file = URL.temporaryDirectory.appending(path: "cut-\(UUID().uuidString)-\(name)")
        defer { try? FileManager.default.removeItem(at: file) }
        var most = 0
        for part in 1..<12 {
            try Data(bytes.prefix(bytes.count * part / 12)).write(to: file)
            let movie = try StandardMovieDecoder().movie(at: Array(file.path.utf8), limits: .standard)
            let readings = Self.readings(of: movie)
            #expect(readings.count <= 20, "\(part) of 12: \(readings.count)")
            most = max(most, Self.frames(of: readings).count)
        }
        // The index of h264.mp4 stands at its end: without it there is nothing.
        #expect(name == "h264.mp4" ? most <= 10 : (1...10).contains(most))
    }

    @Test func changedBytesDoNoHarm() throws {
        var random = RepeatableRandom(seed: 4)
        var frames = 0
        let file = URL.temporaryDirectory.appending(path: "changed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        for name in ["h264.mp4", "vp8.webm", "mpeg2.ts", "mjpeg.avi", "rgb.mov"] {
            let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
            for _ in 0..<20 {
                try Data(random.damaged(bytes)).write(to: file)
                let movie = try StandardMovieDecoder().movie(at: Array(file.path.utf8), limits: .standard)
                let readings = Self.readings(of: movie)
                #expect(readings.count < 1000)
                frames += Self.frames(of: readings).count
            }
        }
        #expect(frames > 0)
    }
}
