import Decoders
import Foundation
import Glibc
import MetadataOutput
import Testing

@testable import Workers

/// Movies in workers; FFmpeg's libraries are there, as Scripts/bootstrap has seen to.
@Suite struct IsolatedMovieDecoderTests {
    private static func path(of name: String) -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(tests.appending(path: "DecodersTests/Movies/\(name)").path.utf8)
    }

    private func samples(_ plane: Plane) -> [[UInt8]] {
        plane.withBytes { bytes in
            (0..<plane.height).map { row in
                (0..<plane.width).map { bytes[row * plane.bytesPerRow + $0] }
            }
        }
    }

    private func pool(_ executable: String = Executables.worker) throws -> WorkerPool {
        var settings = WorkerSettings(executable: executable)
        settings.detectors = []
        settings.landmarkModel = nil
        return try WorkerPool(settings: settings)
    }

    @Test(arguments: ["h264-bframes.mkv", "hevc-10.mkv", "mjpeg.avi", "mpeg2.ts", "turned.mp4", "vp9.webm"])
    func aWorkerReadsTheSame(name: String) throws {
        let pool = try pool()
        defer { pool.close() }
        let movie = try IsolatedMovieDecoder(pool: pool).movie(at: Self.path(of: name), limits: .standard)
        let own = try StandardMovieDecoder().movie(at: Self.path(of: name), limits: .standard)
        var count = 0
        while case .frame(let frame, let number) = own.nextFrame(from: .milliseconds(count * 150)) {
            guard case .frame(let same, number) = movie.nextFrame(from: .milliseconds(count * 150)) else {
                return #expect(Bool(false), "no frame \(number)")
            }
            #expect(same.time == frame.time && same.duration == frame.duration)
            #expect(samples(same.luma) == samples(frame.luma))
            count += 1
        }
        #expect(count >= 6)
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
    }

    /// Two at once, and pictures beside them; no worker is left over.
    @Test func eachMovieHasAWorkerOfItsOwn() throws {
        let pool = try pool()
        defer { pool.close() }
        let decoder = IsolatedMovieDecoder(pool: pool)
        do {
            let movies = try ["vp9.webm", "rgb.mov"].map {
                try decoder.movie(at: Self.path(of: $0), limits: .standard)
            }
            for _ in 0..<3 {
                for movie in movies {
                    guard case .frame = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
                }
            }
            #expect(pool.takenCount() == 2)
            #expect(pool.isAlone, "none of them searches")
        }
        #expect(pool.takenCount() == 0)
        #expect(try pool.describe().libraries.isEmpty == false)
    }

    /// Further than one question goes.
    @Test func whatIsFarAwayIsReached() throws {
        let pool = try pool()
        defer { pool.close() }
        let movie = try IsolatedMovieDecoder(pool: pool).movie(
            at: Self.path(of: "long.mkv"), limits: .standard)
        for (earliest, expected) in [(0, 0), (7, 7), (7, 8), (19, 19)] {
            guard case .frame(let frame, let number) = movie.nextFrame(from: .seconds(earliest)) else {
                return #expect(Bool(false), "none from \(earliest) s on")
            }
            #expect(number == expected && frame.time == .seconds(expected))
        }
        guard case .end = movie.nextFrame(from: .seconds(1000)) else { return #expect(Bool(false)) }
    }

    /// A worker waits for what has not come, and reads the same as from a file.
    @Test(arguments: ["mpeg2.ts", "h264-bframes.mkv", "vp9.webm", "mjpeg.avi"])
    func aMovieComesThroughAPipe(name: String) throws {
        let pool = try pool()
        defer { pool.close() }
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let bytes = [UInt8](
            try Data(contentsOf: URL(filePath: String(decoding: Self.path(of: name), as: UTF8.self))))
        let writer = ends[1]
        let movie = try IsolatedMovieDecoder(pool: pool).movie(from: ends[0], limits: .standard)
        Thread {
            for part in [bytes.prefix(1000), bytes.dropFirst(1000)] {
                part.withUnsafeBytes { _ = write(writer, $0.baseAddress, $0.count) }
                usleep(50_000)
            }
            close(writer)
        }.start()
        let own = try StandardMovieDecoder().movie(at: Self.path(of: name), limits: .standard)
        for _ in 0..<10 {
            guard case .frame(let frame, let number) = own.nextFrame(from: .zero),
                case .frame(let same, number) = movie.nextFrame(from: .zero)
            else { return #expect(Bool(false)) }
            #expect(same.time == frame.time && samples(same.luma) == samples(frame.luma))
        }
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
    }

    @Test func theWorkerCannotWriteToWhatItReads() throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        defer { for socket in sockets { close(socket) } }
        let error = #expect(throws: PayloadError.self) { try MovieDescriptor(readingFrom: sockets[0]) }
        #expect(error?.code == .unreadable && error?.message.contains("cat |") == true)
        let file = URL.temporaryDirectory.appending(path: "both-\(UUID().uuidString)")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let both = open(file.path, O_RDWR)
        defer { close(both) }
        let descriptor = try MovieDescriptor(readingFrom: both)
        #expect(fcntl(descriptor.number, F_GETFL) & O_ACCMODE == O_RDONLY && !descriptor.isWaiting)
    }

    @Test func whoWaitsIsToldFromWhoHasSomething() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let descriptor = try MovieDescriptor(readingFrom: ends[0])
        #expect(descriptor.isWaiting)
        try #require(write(ends[1], "x", 1) == 1)
        #expect(!descriptor.isWaiting)
        var byte: UInt8 = 0
        try #require(read(ends[0], &byte, 1) == 1)
        #expect(descriptor.isWaiting)
        // Nothing more will come.
        close(ends[1])
        #expect(!descriptor.isWaiting)
    }

    @Test(arguments: ["sound.mp4", "nothing.mp4"])
    func whatIsNoMovieIsToldOf(name: String) throws {
        let pool = try pool()
        defer { pool.close() }
        let movie = try IsolatedMovieDecoder(pool: pool).movie(at: Self.path(of: name), limits: .standard)
        guard case .failed(let error) = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
        #expect(error.code == (name == "sound.mp4" ? .unknownFormat : .unreadable))
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
    }

    @Test func aWorkerThatDiesEndsItsMovieAlone() throws {
        let pool = try pool(Executables.hostile)
        defer { pool.close() }
        let movie = try IsolatedMovieDecoder(pool: pool).movie(
            at: Self.path(of: "vp9.webm"), limits: .standard)
        // It understands other questions.
        guard case .failed(let error) = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
        #expect(error.code == .engineFailure)
        guard case .end = movie.nextFrame(from: .zero) else { return #expect(Bool(false)) }
    }

    @Test func anAnswerIsHeldAgainstItsQuestion() throws {
        let question = Question.movie(MovieRequest(earliest: .seconds(2), mostPixels: 12))
        func read(_ reading: MovieReading) throws -> MovieReading? {
            var writer = WireWriter()
            Answer.movie(reading).write(to: &writer) { _ in }
            var reader = WireReader(writer.bytes)
            let answer = try Answer(from: &reader, to: question) {
                Plane(width: $0, height: $1, samples: Array(repeating: 7, count: $0 * $1))
            }
            try reader.end()
            guard case .movie(let same) = answer else { return nil }
            return same
        }
        func frame(width: Int, time: Duration) -> MovieReading {
            let luma = Plane(width: width, height: 3, samples: Array(repeating: 7, count: width * 3))
            return .frame(Frame(luma: luma, time: time, duration: .milliseconds(40)), number: 50)
        }
        guard case .frame(let same, number: 50) = try read(frame(width: 4, time: .seconds(2))) else {
            return #expect(Bool(false))
        }
        #expect(same.luma.width == 4 && same.time == .seconds(2) && same.duration == .milliseconds(40))
        #expect(throws: MalformedMessage.self) { try read(frame(width: 5, time: .seconds(2))) }
        #expect(throws: MalformedMessage.self) { try read(frame(width: 4, time: .milliseconds(1999))) }
        let lost = MovieReading.lost(PayloadError(.undecodable, "no"), number: 3, time: .seconds(3))
        guard case .lost(let error, number: 3, time: .seconds(3)) = try read(lost) else {
            return #expect(Bool(false))
        }
        #expect(error.message == "no")
        guard case .passed = try read(.passed) else { return #expect(Bool(false)) }
        guard case .end = try read(.end) else { return #expect(Bool(false)) }
    }
}
