import Testing

@testable import Capture

/// A source that is open and silent.
@Suite struct StallTests {
    /// What a session tells of a source until it has been reopened once.
    private func events(of input: ScriptedInput, under policy: ReconnectPolicy) async throws
        -> [CaptureSessionEvent]
    {
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(input)
        try session.addOutput(RecordingOutput())
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var seen: [CaptureSessionEvent] = []
        while seen.last != .interruptionEnded(source: "a"), let event = await events.next() {
            seen.append(event)
        }
        await session.stopRunning()
        return seen
    }

    private static func stalled(after seconds: String) -> CaptureSessionEvent {
        .wasInterrupted(
            .videoDeviceStalled, CaptureError(.deviceStalled, "a has sent no frame for \(seconds) s"),
            source: "a")
    }

    @Test func afterItsFirstFrameASourceHasTheTimeBetweenFrames() async throws {
        let input = ScriptedInput("a", [.delivers([1], then: nil), .delivers([2], then: nil)])
        let policy = ReconnectPolicy.test(firstDelay: .milliseconds(1), stallTimeout: .milliseconds(20))
        let events = try await events(of: input, under: policy)
        #expect(events.contains(Self.stalled(after: "0.02")))
        #expect(input.calls.starts(with: ["open high", "close", "open high"]))
    }

    /// Fewer than five frames in ten seconds, say, are no reason to open a camera anew.
    @Test func aSourceHasTheTimeOfSomeFrames() async throws {
        let policy = ReconnectPolicy.test(
            firstDelay: .milliseconds(1), stallTimeout: .milliseconds(1), startTimeout: .milliseconds(1))
        for script in [[1], []] {
            let input = ScriptedInput(
                "a", frameInterval: .milliseconds(20),
                [.delivers(script, then: nil), .delivers([1, 2], then: nil)])
            let events = try await events(of: input, under: policy)
            #expect(events.contains(Self.stalled(after: "0.08")))
        }
    }

    @Test func beforeItsFirstFrameASourceHasTheTimeToStart() async throws {
        let input = ScriptedInput("a", [.delivers([], then: nil), .delivers([1], then: nil)])
        let policy = ReconnectPolicy.test(firstDelay: .milliseconds(1), startTimeout: .milliseconds(50))
        let events = try await events(of: input, under: policy)
        #expect(events.contains(Self.stalled(after: "0.05")))
        #expect(input.calls == ["open high", "close", "open high", "close"])
    }

    /// A hung camera can be opened again and again: it is lost once, and back with its next frame.
    @Test func aSourceThatStaysSilentIsNotBack() async throws {
        let input = ScriptedInput(
            "a",
            [
                .delivers([1], then: nil), .delivers([], then: nil), .delivers([], then: nil),
                .delivers([2], then: nil),
            ])
        let policy = ReconnectPolicy.test(
            firstDelay: .milliseconds(1), stallTimeout: .milliseconds(20), startTimeout: .milliseconds(200))
        let events = try await events(of: input, under: policy)
        let start = CaptureSessionEvent.sourceDidStart(source: "a", format: "scripted")
        #expect(
            events.filter { $0 != .didStartRunning } == [
                start, Self.stalled(after: "0.02"), .interruptionEnded(source: "a"),
            ])
        // It may have fallen silent again meanwhile.
        #expect(input.calls.count { $0 == "open high" } >= 4)
    }

    @Test func whatASilentSourceLostIsCounted() async throws {
        let policy = ReconnectPolicy.test(firstDelay: .milliseconds(1), stallTimeout: .milliseconds(20))
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(ScriptedInput("a", [.delivers([1], then: nil), .delivers([2], then: nil)]))
        let output = RecordingOutput()
        try session.addOutput(output)
        try await session.startRunning()
        #expect(await output.wait(for: 2) == ["a 1", "a 2"])
        // Two of each opening that ended.
        #expect(try #require(session.statistics.first?.drops[.corrupted]) >= 2)
        await session.stopRunning()
    }

    @Test func theDefaultTimesAreTwoSecondsAndFiveAtTheStart() {
        #expect(ReconnectPolicy.backoff.stallTimeout == .seconds(2))
        #expect(ReconnectPolicy.backoff.startTimeout == .seconds(5))
    }
}
