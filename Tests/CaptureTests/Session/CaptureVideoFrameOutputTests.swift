import MetadataOutput
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

    @Test func orAllOfAShortQueue() async throws {
        let taken = try await frames(discardingLate: false)
        #expect(taken.map(\.sequenceNumber) == [1, 2, 3])
        #expect(taken.allSatisfy { $0.drops.isEmpty })
    }
}
