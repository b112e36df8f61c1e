import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// A source whose pictures become others while it runs.
@Suite struct FormatChangeTests {
    /// Frames of 8 × 8 pixels, and from the fourth on of another size.
    private final class GrowingInput: CaptureInput {
        let sourceName = "door"

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream { Stream() }

        private final class Stream: CaptureStream {
            private var (number, side) = (0, 8)

            var formatDescription: String { "video \(side)x\(side)" }

            func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                Thread.sleep(forTimeInterval: 0.002)
                number += 1
                if number > 3 { side = 16 }
                return .grey(number, side: side)
            }

            func close() {}
        }
    }

    /// What is told up to a number of frames.
    private func formats(
        _ input: GrowingInput, upTo count: Int
    ) async throws -> (told: [CaptureSessionEvent], current: String?) {
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(input)
        try session.addOutput(output)
        let events = session.events()
        try await session.startRunning()
        _ = await output.wait(for: count)
        let current = session.statistics.first?.format
        await session.stopRunning()
        var told: [CaptureSessionEvent] = []
        for await event in events {
            if case .sourceDidStart = event { told.append(event) }
            if event == .didStopRunning { break }
        }
        return (told, current)
    }

    @Test func anotherSizeIsTold() async throws {
        let found = try await formats(GrowingInput(), upTo: 10)
        #expect(
            found.told == [
                .sourceDidStart(source: "door", format: "video 8x8"),
                .sourceDidStart(source: "door", format: "video 16x16"),
            ])
        #expect(found.current == "video 16x16")
    }

    /// A stream that says what a test wants.
    private final class Spoken: CaptureStream {
        var formatDescription = "a"

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? { nil }
        func close() {}
    }

    /// Nobody wants to hear of each picture.
    @Test func sizesThatComeAndGoAreToldNowAndThen() {
        let stream = Spoken()
        var format = StreamFormat(stream)
        let start = SuspendingClock.now
        let told = (0..<25).map { number in
            stream.formatDescription = number.isMultiple(of: 2) ? "a" : "b"
            return format.change(of: stream, at: start + .milliseconds(number * 100))
        }
        let moments = told.indices.filter { told[$0] != nil }
        #expect(moments == [1, 12, 23] && moments.map { told[$0] } == ["b", "a", "b"])
    }
}
