import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// Clips of cameras whose frames need one another, as FFmpeg shows them.
@Suite struct ClipH264Tests {
    private static let (width, height) = (64, 64)

    /// Frames of H.264, each with its number in its four quarters, a key frame every so many.
    private func frames(_ count: Int, keyEvery interval: Int) throws -> [[UInt8]] {
        let raw = (0..<count).flatMap { number in
            (0..<Self.width * Self.height).map { place in
                let (row, column) = (place / Self.width, place % Self.width)
                let quarter = row / 32 * 2 + column / 32
                return UInt8(16 + (number >> (3 * quarter)) % 8 * 32)
            }
        }
        let stream = try FFmpegRun.data(
            of: raw,
            options: [
                "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(Self.width)x\(Self.height)", "-r", "25",
            ],
            [
                "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-bf",
                "0", "-g", "\(interval)", "-keyint_min", "\(interval)", "-sc_threshold", "0", "-x264-params",
                "aud=1:slices=1", "-f", "h264", "-",
            ])
        // Each frame begins with a delimiter.
        var frames: [[UInt8]] = []
        let bytes = [UInt8](stream)
        for place in bytes.indices {
            if bytes[place...].starts(with: [0, 0, 0, 1, 9]) { frames.append([]) }
            frames[frames.count - 1].append(bytes[place])
        }
        return frames
    }

    /// Groups of two seconds, and a clip that begins within one.
    @Test func aClipIsCutExactlyWithinAGroup() async throws {
        let frames = try frames(250, keyEvery: 50)
        try #require(frames.count == 250)
        let bench = try ClipBench(
            "H264", times: { Double($0) * 0.04 }, picture: { $0 < 250 ? frames[$0] : [] })
        try await bench.session.startRunning()
        try await bench.deliver(150)
        // From picture 70 on, which needs all from 50 on.
        let clip = try bench.output.captureClip(
            around: bench.time(of: 145), from: bench.source, to: bench.url())
        bench.allow(250)
        let outcome = await clip.outcome
        let movie = try bench.movie()
        let file = try [UInt8](Data(contentsOf: bench.url()))
        #expect(outcome.error == nil && movie.frames.count == 145)
        #expect(outcome.startTime == bench.time(of: 70) && outcome.duration == .seconds(5))
        bench.end()
        #expect(movie.edits.map(\.time) == [20 * 3_600] && movie.edits.map(\.duration) == [125 * 3_600])
        let shown = try FFmpegRun.data(of: file, ["-f", "rawvideo", "-pix_fmt", "gray", "-"])
        let size = Self.width * Self.height
        let numbers = stride(from: 0, to: shown.count, by: size).map { start in
            [(16, 16), (16, 48), (48, 16), (48, 48)].enumerated().reduce(0) { number, quarter in
                let level = Int(shown[start + quarter.element.0 * Self.width + quarter.element.1])
                return number | (level / 32) << (3 * quarter.offset)
            }
        }
        #expect(numbers == Array(70..<195))
    }
}
