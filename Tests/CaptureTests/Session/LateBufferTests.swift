import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// Photos and movies of a source without buffers are made of its frames, which have colours if somebody wants them.
@Suite struct LateBufferTests {
    /// Begins to want buffers while a frame comes.
    private final class Tap: BufferReceiver {
        let isWanting = Mutex(false)
        let buffers = Mutex<[CaptureBuffer]>([])

        var wantsBuffers: Bool { isWanting.withLock { $0 } }
        func receive(_ buffer: CaptureBuffer) { buffers.withLock { $0.append(buffer) } }
        func receive(_ frame: CaptureFrame) {}
        func sourceStopped() {}
        func finish(because error: CaptureError) {}
    }

    private final class Output: CaptureOutput, CaptureFrameOutput {
        let tap = Tap()

        func makeReceiver(
            for connection: CaptureConnection, from input: any CaptureInput, means: CaptureMeans
        ) -> any CaptureFrameReceiver { tap }
    }

    private final class Input: CaptureInput {
        let sourceName = "made"
        let tap: Tap

        init(_ tap: Tap) { self.tap = tap }

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            Stream(tap)
        }
    }

    private final class Stream: CaptureStream {
        let formatDescription = "made"
        var carriesPictures = false
        private let tap: Tap
        private var number = 0

        init(_ tap: Tap) { self.tap = tap }

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
            // Colours are asked for before a frame is waited for.
            tap.isWanting.withLock { $0 = true }
            guard number < 3 else { throw CaptureError(.inputEnded, "that was all") }
            defer { number += 1 }
            var frame = CaptureFrame.grey(number)
            if carriesPictures {
                frame.picture = PixelFormat(name: "NV12").map {
                    SourcePicture(
                        $0, width: 32, height: 32, bytesPerRow: 32, encoding: .camera,
                        bytes: [UInt8](repeating: 1, count: 1536))
                }
            }
            return frame
        }

        func close() {}
    }

    @Test func whoBeginsToWantAPictureWhileOneComesGetsTheNext() async throws {
        let (session, output) = (CaptureSession(), Output())
        try session.addInput(Input(output.tap))
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<200_000 where output.tap.buffers.withLock({ $0.last?.sequenceNumber != 2 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        await session.stopRunning()
        let buffers = output.tap.buffers.withLock { $0 }
        #expect(buffers.map(\.sequenceNumber) == [1, 2])
    }

    /// What a newer frame has overtaken came all the same: `captured` less `late` is what was searched.
    @Test func whatIsOvertakenHasCome() {
        let counters = CaptureCounters(source: "made")
        var frame = CaptureFrame.grey(4)
        frame.drops = [.late: 3, .discontinuity: 1]
        counters.captured(frame, unchangedFor: .zero)
        counters.sourceStopped(dropping: [.late: 2, .corrupted: 1])
        #expect(counters.statistics.capturedFrames == 6)
        #expect(counters.statistics.drops == [.late: 5, .discontinuity: 1, .corrupted: 1])
    }
}
