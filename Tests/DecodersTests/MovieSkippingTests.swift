import Decoders
import Foundation
import MetadataOutput
import Testing

/// Frames that are far from each other: they are those that are found when every frame is decoded, with their times and numbers, though
/// what lies between is passed over where that is certain (make-movies).
@Suite struct MovieSkippingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Movies")

    /// A frame, as far as frames can be told from each other.
    private struct Seen: Equatable, CustomStringConvertible {
        let number: Int
        let time: Duration
        let luma: Int

        init(_ frame: Frame, _ number: Int) {
            (self.number, time) = (number, frame.time)
            luma = frame.luma.withBytes { bytes in
                var hasher = Hasher()
                for row in 0..<frame.luma.height {
                    for column in 0..<frame.luma.width {
                        hasher.combine(bytes[row * frame.luma.bytesPerRow + column])
                    }
                }
                return hasher.finalize()
            }
        }

        var description: String { "\(number) at \(time)" }
    }

    private static func path(_ name: String) -> [UInt8] { Array(folder.appending(path: name).path.utf8) }

    /// The frames at or after multiples of a time, each asked for by it.
    private static func asked(_ movie: any MovieReader, every interval: Duration) -> [Seen] {
        var frames: [Seen] = []
        var earliest = Duration.zero
        while true {
            switch movie.nextFrame(from: earliest) {
            case .frame(let frame, let number):
                frames.append(Seen(frame, number))
                while earliest <= frame.time { earliest += interval }
            case .lost, .passed: continue
            case .end, .failed: return frames
            }
        }
    }

    /// The same out of all frames, one after the other.
    private static func chosen(_ movie: any MovieReader, every interval: Duration) -> [Seen] {
        var frames: [Seen] = []
        var earliest = Duration.zero
        while true {
            switch movie.nextFrame(from: .zero) {
            case .frame(let frame, let number):
                guard frame.time >= earliest else { continue }
                frames.append(Seen(frame, number))
                while earliest <= frame.time { earliest += interval }
            case .lost, .passed: continue
            case .end, .failed: return frames
            }
        }
    }

    @Test(arguments: [
        "gops-h264.mp4", "gops-h264-open.ts", "gops-h264-offset.mkv", "gops-h264-edit.mp4",
        "gops-h264-vfr.mkv",
        "gops-h264-field.ts", "gops-h264-long.mp4", "gops-hevc.mkv", "gops-mpeg2.mpg", "gops-mpeg4.avi",
        "gops-vp8.webm", "gops-vp9.webm", "gops-mjpeg.mov",
    ])
    func theSameFramesAreFound(name: String) throws {
        for interval in [700, 2500, 6000] {
            let decoder = StandardMovieDecoder()
            let expected = Self.chosen(
                try decoder.movie(at: Self.path(name), limits: .standard), every: .milliseconds(interval))
            let found = Self.asked(
                try decoder.movie(at: Self.path(name), limits: .standard), every: .milliseconds(interval))
            #expect(found == expected, "every \(interval) ms")
            #expect(expected.count >= 12_000 / interval)
        }
    }

    /// Times that begin again, in the middle of the file.
    @Test func aRecordingThatFollowsAnotherIsFound() throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "gops-h264-open.ts"))
        let file = URL.temporaryDirectory.appending(path: "two-\(UUID().uuidString).ts")
        defer { try? FileManager.default.removeItem(at: file) }
        try (bytes + bytes).write(to: file)
        let path = Array(file.path.utf8)
        let decoder = StandardMovieDecoder()
        let expected = Self.chosen(try decoder.movie(at: path, limits: .standard), every: .seconds(3))
        #expect(try Self.asked(decoder.movie(at: path, limits: .standard), every: .seconds(3)) == expected)
        #expect(expected.count >= 8)
    }

    /// Frames and times are the same; a damaged frame that is passed over counts, whatever a decoder would have made of it.
    @Test(arguments: ["gops-h264.mp4", "gops-h264-open.ts", "gops-hevc.mkv"]) func damageIsNotSkippedWrongly(
        name: String
    ) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        let file = URL.temporaryDirectory.appending(path: "damaged-\(UUID().uuidString)-\(name)")
        defer { try? FileManager.default.removeItem(at: file) }
        var random = RepeatableRandom(seed: 7)
        for _ in 0..<10 {
            try Data(random.damaged(bytes)).write(to: file)
            let path = Array(file.path.utf8)
            let decoder = StandardMovieDecoder()
            let expected = Self.chosen(
                try decoder.movie(at: path, limits: .standard), every: .milliseconds(2500))
            let found = Self.asked(try decoder.movie(at: path, limits: .standard), every: .milliseconds(2500))
            #expect(found.map(\.time) == expected.map(\.time) && found.map(\.luma) == expected.map(\.luma))
        }
    }

    /// Where frames were passed over before damage was found, everything is decoded from the beginning: nothing is told twice.
    @Test func nothingIsToldTwice() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "gops-h264-open.ts")))
        let file = URL.temporaryDirectory.appending(path: "twice-\(UUID().uuidString).ts")
        defer { try? FileManager.default.removeItem(at: file) }
        // A packet of a transport stream is missing, which its counters tell.
        let place = bytes.count * 3 / 4 / 188 * 188
        try Data(bytes[..<place] + bytes[(place + 188)...]).write(to: file)
        let movie = try StandardMovieDecoder().movie(at: Array(file.path.utf8), limits: .standard)
        var last = Duration.seconds(-1)
        var earliest = Duration.zero
        reading: while true {
            switch movie.nextFrame(from: earliest) {
            case .frame(let frame, _):
                #expect(frame.time > last)
                last = frame.time
                // Far at first, and then every frame.
                earliest = last < .seconds(5) ? last + .seconds(2) : .zero
            case .lost, .passed: continue
            case .end, .failed: break reading
            }
        }
        #expect(last > .seconds(11))
    }
}
