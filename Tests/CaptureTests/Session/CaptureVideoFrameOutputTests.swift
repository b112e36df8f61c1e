import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct CaptureVideoFrameOutputTests {
    /// Starts a session over one source with three frames, and takes what comes until its end.
    private func frames(discardingLate discards: Bool) async throws -> [CaptureVideoFrameOutput.VideoFrame] {
        let input = ScriptedInput("a", [.delivers([1, 2, 3], then: CaptureError(.inputEnded, "end"))])
        let output = CaptureVideoFrameOutput(decoder: FakeDecoder())
        #expect(output.alwaysDiscardsLateVideoFrames)
        output.alwaysDiscardsLateVideoFrames = discards
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        let stream = output.frames()
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        await session.stopRunning()
        var iterator = stream.makeAsyncIterator()
        var taken: [CaptureVideoFrameOutput.VideoFrame] = []
        while taken.last?.sequenceNumber != 3, let frame = await iterator.next() { taken.append(frame) }
        return taken
    }

    @Test func aSlowConsumerGetsTheNewestAndIsToldOfTheRest() async throws {
        let taken = try await frames(discardingLate: true)
        #expect(taken.map(\.sequenceNumber) == [3])
        // The frame before it was dropped for this one itself, which only the next would tell.
        #expect(taken.map(\.drops) == [[.late: 1]])
        #expect(taken.map(\.source) == ["a"])
        #expect(taken.map(\.frame.time) == [.milliseconds(3)])
    }

    /// Stops its session from within its first call, when all frames have come.
    private final class Stopper: CaptureVideoFrameOutputDelegate, Sendable {
        let numbers = Mutex<[Int]>([])
        private let session: CaptureSession
        private let frameCount: Int

        init(_ session: CaptureSession, after frameCount: Int) {
            (self.session, self.frameCount) = (session, frameCount)
        }

        func videoFrameOutput(
            _ output: CaptureVideoFrameOutput, didOutput frame: CaptureVideoFrameOutput.VideoFrame,
            from connection: CaptureConnection
        ) {
            numbers.withLock { $0.append(frame.sequenceNumber) }
            while (session.statistics.first?.processedFrames ?? 0) < frameCount { usleep(1000) }
            session.stopRunning()
        }

        func videoFrameOutput(
            _ output: CaptureVideoFrameOutput, didDrop drop: CaptureVideoFrameOutput.VideoFrameDrop,
            from connection: CaptureConnection
        ) {
            numbers.withLock { $0.append(-drop.sequenceNumber) }
        }
    }

    @Test(arguments: [true, false]) func whatWaitsWhenTheSessionStopsIsNotHandedOut(
        discardingLate discards: Bool
    ) async throws {
        let output = CaptureVideoFrameOutput(decoder: FakeDecoder())
        output.alwaysDiscardsLateVideoFrames = discards
        let session = CaptureSession(reconnectPolicy: .test())
        let (stopper, queue) = (Stopper(session, after: 20), DispatchQueue(label: "delegate"))
        output.setVideoFrameDelegate(stopper, queue: queue)
        try session.addInput(ScriptedInput("a", [.delivers(Array(1...20), then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        for _ in 0..<60_000 where session.isRunning { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!session.isRunning)
        queue.drain()
        // Before its frame it may have been told of some that were late.
        let numbers = stopper.numbers.withLock { $0 }
        #expect(numbers.count { $0 > 0 } == 1 && (numbers.last ?? 0) > 0)
    }

    @Test func orAllOfAShortQueue() async throws {
        let taken = try await frames(discardingLate: false)
        #expect(taken.map(\.sequenceNumber) == [1, 2, 3])
        #expect(taken.allSatisfy { $0.drops.isEmpty })
    }
}
