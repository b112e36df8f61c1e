import MetadataOutput
import Testing

@testable import Capture

/// Inputs that fail for good.
@Suite struct RuntimeErrorTests {
    private static let gone = CaptureError(.deviceWasDisconnected, "unplugged")

    /// The events up to one.
    private func events(
        of iterator: inout AsyncStream<CaptureSessionEvent>.Iterator, upTo last: CaptureSessionEvent
    ) async -> [CaptureSessionEvent] {
        var seen: [CaptureSessionEvent] = []
        while seen.last != last, let event = await iterator.next() { seen.append(event) }
        return seen
    }

    @Test func aSessionStopsWithItsOnlyInputAndStartsAnew() async throws {
        let input = ScriptedInput("a", [.delivers([1], then: Self.gone), .delivers([2], then: nil)])
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(input)
        try session.addOutput(output)
        var iterator = session.events().makeAsyncIterator()
        try await session.startRunning()
        let seen = await events(of: &iterator, upTo: .didStopRunning)
        // It may fail before the session has said that it runs.
        #expect(seen.contains(.runtimeError(Self.gone, source: "a")) && seen.last == .didStopRunning)
        #expect(!session.isRunning)
        #expect(session.statistics.isEmpty)
        #expect(input.calls == ["open high", "close"])
        try await session.startRunning()
        #expect(session.isRunning)
        #expect(await output.wait(for: 2).last == "a 2")
        #expect(input.calls == ["open high", "close", "open high"])
        await session.stopRunning()
        let rest = await events(of: &iterator, upTo: .didStopRunning)
        #expect(rest.first == .sourceDidStart(source: "a", format: "scripted"))
        #expect(rest.contains(.didStartRunning))
    }

    /// As the event comes, which is before the session has closed everything.
    @Test func aStartAtTheErrorItselfOpensAnew() async throws {
        let input = ScriptedInput("a", [.delivers([], then: Self.gone), .delivers([2], then: nil)])
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(input)
        try session.addOutput(output)
        var iterator = session.events().makeAsyncIterator()
        try await session.startRunning()
        _ = await events(of: &iterator, upTo: .runtimeError(Self.gone, source: "a"))
        #expect(!session.isRunning)
        try await session.startRunning()
        #expect(session.isRunning)
        #expect(await output.wait(for: 1) == ["a 2"])
        let rest = await events(of: &iterator, upTo: .didStopRunning)
        #expect(rest.last == .didStopRunning)
        #expect(session.isRunning)
        await session.stopRunning()
    }

    @Test func theOthersGoOnAndAStartOpensWhatFailed() async throws {
        let lost = ScriptedInput("lost", [.delivers([1], then: Self.gone), .delivers([2], then: nil)])
        let other = ScriptedInput("other", [.delivers([7], then: nil)])
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(lost)
        try session.addInput(other)
        try session.addOutput(output)
        var iterator = session.events().makeAsyncIterator()
        try await session.startRunning()
        _ = await events(of: &iterator, upTo: .runtimeError(Self.gone, source: "lost"))
        #expect(session.isRunning)
        #expect(await output.wait(for: 2).sorted() == ["lost 1", "other 7"])
        lost.onOpen = { Self.gone }
        await #expect(throws: Self.gone) { try await session.startRunning() }
        #expect(session.isRunning)
        lost.onOpen = { nil }
        try await session.startRunning()
        #expect(await output.wait(for: 3).last == "lost 2")
        #expect(other.calls == ["open high"])
        // Counted from the session's start.
        #expect(session.statistics.map(\.capturedFrames) == [2, 1])
        await session.stopRunning()
        #expect(lost.calls.last == "close")
    }

    @Test func theSessionStopsWithTheLastOfSeveral() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(ScriptedInput("a", [.delivers([1], then: Self.gone)]))
        try session.addInput(ScriptedInput("b", [.delivers([1], then: CaptureError(.inputEnded, "over"))]))
        var iterator = session.events().makeAsyncIterator()
        try await session.startRunning()
        let seen = await events(of: &iterator, upTo: .didStopRunning)
        #expect(seen.contains(.runtimeError(Self.gone, source: "a")))
        #expect(seen.contains(.sourceDidEnd(source: "b")))
        #expect(!session.isRunning)
    }

    @Test func whatCannotBeRestoredIsToldAsLost() async throws {
        let busy = CaptureError(.unsupported, "no such size")
        let input = ScriptedInput("a", [.delivers([], then: nil), .fails(busy), .fails(Self.gone)])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        var iterator = session.events().makeAsyncIterator()
        try await session.startRunning()
        #expect(throws: busy) { try session.setSessionPreset(.hd1280x720) }
        let seen = await events(of: &iterator, upTo: .didStopRunning)
        #expect(seen.contains(.runtimeError(Self.gone, source: "a")))
        #expect(!session.isRunning)
        try await session.startRunning()
        #expect(input.calls.last == "open high")
        await session.stopRunning()
    }

    @Test func whatIsNotThereIsNotTakenUnlessItIsWaitedFor() throws {
        let input = ScriptedInput("a", [])
        input.isConnected = false
        let session = CaptureSession()
        #expect(!session.canAddInput(input))
        #expect(throws: CaptureError(.deviceNotConnected, "a is not connected")) {
            try session.addInput(input)
        }
        #expect(session.inputs.isEmpty)
        let waiting = CaptureSession(reconnectPolicy: .backoff)
        #expect(waiting.canAddInput(input))
        try waiting.addInput(input)
        try waiting.removeInput(input)
        input.isConnected = true
        #expect(session.canAddInput(input))
    }

    @Test func aCameraThatIsUnpluggedCannotBeAdded() throws {
        let (camera, nodes) = (ScriptedCamera(), try ScriptedNodes())
        let system = camera.system(folders: nodes.folders)
        try nodes.add(0)
        let input = CaptureDeviceInput(
            device: CaptureDevice.default(of: system), sourceName: nil, system: system)
        let session = CaptureSession()
        #expect(session.canAddInput(input))
        try nodes.remove(0)
        #expect(!session.canAddInput(input))
        let named = CaptureDeviceInput(device: nil, sourceName: "door", system: system, matching: "door")
        #expect(!session.canAddInput(named))
        let error = #expect(throws: CaptureError.self) { try session.addInput(named) }
        #expect(error?.message == "there is no camera 'door'; no camera is connected")
    }
}
