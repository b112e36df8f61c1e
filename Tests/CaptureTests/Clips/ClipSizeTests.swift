import MediaFiles
import MetadataOutput
import Testing

@testable import Capture

/// Clips of cameras whose pictures change their size.
@Suite struct ClipSizeTests {
    private func outcome(
        of picture: @escaping @Sendable (_ number: Int) -> [UInt8]
    ) async throws -> CaptureClip.Outcome {
        let bench = try ClipBench(times: { Double($0) * 0.04 }, picture: picture)
        try await bench.session.startRunning()
        // The last of them has the size of the first.
        try await bench.deliver(49)
        let clip = try bench.output.captureClip(
            around: bench.time(of: 40), from: bench.source, to: bench.url())
        bench.allow(150)
        let outcome = await clip.outcome
        bench.end()
        return outcome
    }

    /// The clip ends before its time, and says so.
    @Test func oneThatEndsWithTheSizeSaysWhy() async throws {
        let outcome = try await outcome { number in
            let jpeg = ClipBench.clock(number)
            return number < 60 ? jpeg : JPEGSizesTests.bent(jpeg, width: 32, height: 32)
        }
        #expect(outcome.error?.cause.code == .mediaChanged)
        #expect(outcome.error?.recordingSuccessfullyFinished == true)
        #expect(outcome.frameCount > 0 && outcome.duration < .milliseconds(3_500))
        #expect(outcome.dimensions == PhotoDimensions(width: 16, height: 16))
    }

    /// Two of three pictures have sizes that none before had, and are in no clip.
    @Test func oneThatLacksMostPicturesSaysWhy() async throws {
        let outcome = try await outcome { number in
            let jpeg = ClipBench.clock(number)
            guard !number.isMultiple(of: 3) else { return jpeg }
            return JPEGSizesTests.bent(jpeg, width: UInt8(32 + number % 3), height: 32)
        }
        #expect(outcome.error?.cause.code == .mediaChanged)
        #expect(outcome.error?.cause.message.contains("of another size") == true)
        #expect(outcome.droppedFrameCount > outcome.frameCount / 2)
        #expect(outcome.duration > .milliseconds(3_500))
    }

    /// One now and then is counted, and nothing to tell.
    @Test func aDamagedPictureIsCounted() async throws {
        let outcome = try await outcome { number in
            let jpeg = ClipBench.clock(number)
            return number == 60 ? JPEGSizesTests.bent(jpeg, width: 32, height: 64) : jpeg
        }
        #expect(outcome.error == nil && outcome.droppedFrameCount == 1)
    }
}
