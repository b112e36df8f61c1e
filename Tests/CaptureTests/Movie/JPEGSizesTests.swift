import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// JPEGs of which one is damaged in its header, so that it says to have another size.
@Suite struct JPEGSizesTests {
    /// The header of a JPEG with other sides.
    @Sendable static func bent(_ jpeg: [UInt8], width: UInt8, height: UInt8) -> [UInt8] {
        var bent = jpeg
        for place in jpeg.indices.dropLast(9) where jpeg[place] == 0xff && jpeg[place + 1] == 0xc0 {
            (bent[place + 6], bent[place + 8]) = (height, width)
        }
        return bent
    }

    private func format(_ width: Int, _ height: Int) -> V4L2Format {
        V4L2Format(
            pixelFormat: PixelFormat(name: "MJPG") ?? PixelFormat(rawValue: 0), width: width, height: height,
            bytesPerRow: 0, byteCount: 0)
    }

    /// Which of these heights are believed.
    private func believed(_ heights: [Int], driver: [Int]) -> [Int] {
        var sizes = JPEGSizes()
        return zip(heights, driver).filter { height, driver in
            sizes.believes(width: 16, height: height, of: format(driver == 0 ? 0 : 16, driver))
        }.map(\.0)
    }

    @Test func aSizeIsBelievedIfTheDriverOrTheOneBeforeSaysSo() {
        let many = [Int](repeating: 16, count: 9)
        #expect(believed([99, 16, 98, 16, 16], driver: many) == [16, 16, 16])
        // Cameras of 1080 rows send 1088.
        #expect(believed([18, 18, 16, 18, 18], driver: many) == [18, 18, 18])
        // One that is opened in another format.
        #expect(believed([16, 32, 32, 16, 32], driver: [16, 32, 32, 32, 32]) == [16, 32, 32, 32])
        // A source that is no camera.
        #expect(believed([16, 32, 16, 32, 32, 32], driver: [0, 0, 0, 0, 0, 0]) == [16, 16, 32, 32])
    }

    @Test(arguments: [nil, MovieVideoCodec.h264]) func aMovieIsOneFileWithoutThem(codec: MovieVideoCodec?)
        async throws
    {
        let bench = try MovieBench(.init(code: "MJPG", width: 16, height: 16)) { number in
            // The very first picture too.
            number.isMultiple(of: 10) ? Self.bent(MovieBench.jpeg, width: 32, height: 64) : MovieBench.jpeg
        }
        bench.output.videoCodec = codec
        try await bench.session.startRunning()
        let recorder = MovieRecorder()
        try bench.output.startRecording(to: bench.movie, recordingDelegate: recorder)
        try await bench.wait { bench.output.recordedFrameCount > 40 }
        #expect(bench.output.droppedFrameCount >= 3)
        bench.output.stopRecording()
        #expect(try await recorder.end() == nil)
        #expect(recorder.calls == ["start", "willFinish", "finish"])
        if codec == nil {
            let movie = try ReadMovie([UInt8](Data(contentsOf: bench.movie)))
            #expect(movie.frames.allSatisfy { $0 == MovieBench.jpeg })
        }
        bench.end()
    }

    @Test func aClipDoesNotEndWithOne() async throws {
        let bench = try ClipBench(
            times: { Double($0) * 0.04 },
            picture: { number in
                let jpeg = ClipBench.clock(number)
                return number == 0 || number == 60 ? Self.bent(jpeg, width: 32, height: 64) : jpeg
            })
        try await bench.session.startRunning()
        try await bench.deliver(50)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 40), from: bench.source, to: bench.url())
        bench.allow(150)
        let outcome = await clip.outcome
        let movie = try bench.movie()
        bench.end()
        #expect(outcome.error == nil && outcome.duration > .milliseconds(3_500))
        let numbers = try movie.frames.map(ClipBench.number)
        #expect(numbers.contains(59) && numbers.contains(61) && !numbers.contains(60) && !numbers.contains(0))
        #expect(outcome.dimensions == PhotoDimensions(width: 16, height: 16))
    }
}
