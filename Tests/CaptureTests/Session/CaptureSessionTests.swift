import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct CaptureSessionTests {
    private static let gone = CaptureError(.deviceWasDisconnected, "unplugged")

    // MARK: The graph

    @Test func everyInputIsConnectedToEveryOutput() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (a, b) = (ScriptedInput("a", []), ScriptedInput("b", []))
        let (first, second) = (RecordingOutput(), RecordingOutput())
        try session.addInput(a)
        try session.addOutput(first)
        try session.addOutput(second)
        try session.addInput(b)
        let pairs = session.connections.map { "\($0.inputPorts[0].sourceName) \($0.output === first)" }
        #expect(Set(pairs) == ["a true", "a false", "b true", "b false"])
        try session.removeInput(a)
        #expect(session.connections.count == 2)
        try session.removeOutput(second)
        #expect(session.connections.map { $0.inputPorts[0].sourceName } == ["b"])
    }

    @Test func connectionsByHandJoinWhatIsThereOnce() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (input, output) = (ScriptedInput("a", []), RecordingOutput())
        try session.addInputWithNoConnections(input)
        try session.addOutputWithNoConnections(output)
        #expect(session.connections.isEmpty)
        let connection = CaptureConnection(inputPorts: input.ports, output: output)
        #expect(session.canAddConnection(connection))
        try session.addConnection(connection)
        #expect(!session.canAddConnection(CaptureConnection(inputPorts: input.ports, output: output)))
        let stranger = CaptureConnection(inputPorts: input.ports, output: RecordingOutput())
        #expect(!session.canAddConnection(stranger))
        #expect(throws: CaptureError.self) { try session.addConnection(stranger) }
        try session.removeConnection(connection)
        #expect(session.connections.isEmpty)
    }

    @Test func membersBelongToOneSession() throws {
        let (one, other) = (CaptureSession(), CaptureSession())
        let input = ScriptedInput("a", [])
        #expect(one.canAddInput(input))
        try one.addInput(input)
        #expect(!one.canAddInput(input))
        #expect(!other.canAddInput(input))
        #expect {
            try other.addInput(input)
        } throws: {
            ($0 as? CaptureError)?.code == .deviceAlreadyUsedByAnotherSession
        }
        #expect {
            try one.addInput(input)
        } throws: {
            ($0 as? CaptureError)?.code == .invalidConfiguration
        }
        try one.removeInput(input)
        try other.addInput(input)
    }

    @Test func whatWasRemovedCanBeAddedInTheSameConfiguration() throws {
        let (session, other) = (CaptureSession(), CaptureSession())
        let (input, output) = (ScriptedInput("a", []), RecordingOutput())
        try session.addInput(input)
        try session.addOutput(output)
        session.beginConfiguration()
        try session.removeInput(input)
        try session.removeOutput(output)
        #expect(session.canAddInput(input) && session.canAddOutput(output))
        // The session may still go back to what it was.
        #expect(!other.canAddInput(input) && !other.canAddOutput(output))
        try session.addInput(input)
        try session.addOutput(output)
        #expect(!session.canAddInput(input) && !session.canAddOutput(output))
        try session.commitConfiguration()
        #expect(session.connections.count == 1)
    }

    @Test func aCameraHasOneInput() throws {
        let device = ScriptedCamera().device(path: "/dev/null")
        let session = CaptureSession(reconnectPolicy: .backoff)
        let first = CaptureDeviceInput(device: device)
        try session.addInput(first)
        let second = CaptureDeviceInput(device: device, sourceName: "again")
        #expect(!session.canAddInput(second))
        #expect {
            try session.addInput(second)
        } throws: {
            ($0 as? CaptureError)?.code == .invalidConfiguration
        }
        session.beginConfiguration()
        try session.removeInput(first)
        #expect(session.canAddInput(second))
        try session.addInput(second)
        try session.commitConfiguration()
        #expect(session.inputs.count == 1)
    }

    @Test func aSessionThatIsGoneHasNoMembers() throws {
        let input = ScriptedInput("a", [])
        do {
            let session = CaptureSession(reconnectPolicy: .test())
            try session.addInput(input)
        }
        #expect(CaptureSession().canAddInput(input))
    }

    // MARK: Configuration

    @Test func nestedChangesTakeEffectAtTheOutermostCommit() throws {
        let input = ScriptedInput("a", [])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.startRunning() as Void
        session.beginConfiguration()
        session.beginConfiguration()
        try session.addInput(input)
        try session.commitConfiguration()
        #expect(input.calls.isEmpty)
        try session.commitConfiguration()
        #expect(input.calls == ["open high"])
        session.stopRunning() as Void
        #expect(input.calls == ["open high", "close"])
    }

    @Test func aCommitThatFailsKeepsTheOldGraph() async throws {
        let good = ScriptedInput("good", [.delivers([1], then: nil)])
        let bad = ScriptedInput("bad", [.fails(CaptureError(.deviceInUseByAnotherApplication, "busy"))])
        let output = RecordingOutput()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(good)
        try session.addOutput(output)
        try await session.startRunning()
        #expect(throws: CaptureError(.deviceInUseByAnotherApplication, "busy")) { try session.addInput(bad) }
        #expect(session.inputs.map(\.sourceName) == ["good"])
        #expect(session.connections.count == 1)
        #expect(CaptureSession().canAddInput(bad))
        #expect(good.calls == ["open high"])
        #expect(await output.wait(for: 1) == ["good 1"])
        await session.stopRunning()
    }

    /// The same camera with other settings: it is in use until the old input has closed it.
    @Test func whatGoesIsClosedBeforeWhatComesIsOpened() async throws {
        let (old, new) = (ScriptedInput("old", []), ScriptedInput("new", []))
        new.onOpen = {
            old.calls.last == "close" ? nil : CaptureError(.deviceInUseByAnotherApplication, "busy")
        }
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(old)
        try await session.startRunning()
        session.beginConfiguration()
        try session.removeInput(old)
        try session.addInput(new)
        try session.commitConfiguration()
        #expect(new.calls == ["open high"])
        await session.stopRunning()
    }

    /// The same camera with other settings, or one that was taken out for a while.
    @Test func countsOfASourceGoOn() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addOutput(output)
        for round in 1...3 {
            let input = ScriptedInput("a", [.delivers([1, 2], then: nil)])
            session.beginConfiguration()
            if round == 2 { try session.removeInput(session.inputs[0]) }
            try session.addInput(input)
            try session.commitConfiguration()
            if round == 1 { try await session.startRunning() }
            #expect(await output.wait(for: 2 * round).count == 2 * round)
            #expect(session.statistics.map(\.capturedFrames) == [2 * round])
            if round == 2 { try session.removeInput(input) }
        }
        // Two at the same time are counted each.
        try session.addInput(ScriptedInput("a", [.delivers([1, 2, 3], then: nil)]))
        #expect(await output.wait(for: 9).count == 9)
        #expect(session.statistics.map(\.capturedFrames) == [6, 3])
        await session.stopRunning()
    }

    @Test func whatWentForNothingComesBack() async throws {
        let (old, new) = (ScriptedInput("old", []), ScriptedInput("new", [.fails(Self.gone)]))
        let session = CaptureSession(reconnectPolicy: Self.quickAfterStart)
        try session.addInput(old)
        try await session.startRunning()
        session.beginConfiguration()
        try session.removeInput(old)
        try session.addInput(new)
        #expect(throws: Self.gone) { try session.commitConfiguration() }
        #expect(session.inputs.map(\.sourceName) == ["old"])
        #expect(old.calls == ["open high", "close", "open high"])
        await session.stopRunning()
    }

    @Test func aPresetOpensTheInputsAnew() async throws {
        let input = ScriptedInput("a", [])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try await session.startRunning()
        try session.setSessionPreset(.vga640x480)
        #expect(input.calls == ["open high", "close", "open vga640x480"])
        await session.stopRunning()
    }

    @Test func aPresetThatCannotBeKeepsTheOldOne() async throws {
        let busy = CaptureError(.unsupported, "no such size")
        let input = ScriptedInput("a", [.delivers([], then: nil), .fails(busy)])
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try await session.startRunning()
        #expect(throws: busy) { try session.setSessionPreset(.hd1280x720) }
        #expect(session.sessionPreset == .high)
        #expect(input.calls == ["open high", "close", "open hd1280x720", "open high"])
        await session.stopRunning()
    }

    // MARK: Running

    @Test func framesArriveInOrderAndNothingAfterTheStop() async throws {
        let input = ScriptedInput("a", [.delivers(Array(0..<50), then: nil)])
        let output = RecordingOutput()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        #expect(session.isRunning)
        #expect(await output.wait(for: 50) == (0..<50).map { "a \($0)" })
        let statistics = session.statistics
        #expect(statistics.map(\.source) == ["a"])
        #expect(statistics.map(\.format) == ["scripted"])
        #expect(statistics.map(\.capturedFrames) == [50])
        await session.stopRunning()
        #expect(!session.isRunning)
        #expect(input.calls == ["open high", "close"])
    }

    @Test func whatCannotBeOpenedIsSaidByTheCall() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let fine = ScriptedInput("fine", [])
        try session.addInput(fine)
        try session.addInput(ScriptedInput("a", [.fails(Self.gone)]))
        await #expect(throws: Self.gone) { try await session.startRunning() }
        #expect(!session.isRunning)
        #expect(fine.calls == ["open high", "close"])
    }

    @Test func aDisabledConnectionBringsNothing() async throws {
        let input = ScriptedInput("a", [.delivers([1], then: CaptureError(.inputEnded, "end"))])
        let output = RecordingOutput()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        session.connections[0].isEnabled = false
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: "a") {}
        await session.stopRunning()
        #expect(output.frames.isEmpty)
    }

    /// What is in view then may be somebody else: nothing that was seen before goes on.
    @Test func theSceneEndsWhereAConnectionIsDisabled() async throws {
        let (input, output) = (ScriptedInput("a", []), RecordingOutput())
        let connection = CaptureConnection(inputPorts: [], output: output)
        let means = CaptureMeans(
            workers: CaptureWorkers(threads: 1), counters: CaptureCounters(source: "a"),
            searches: SearchTap(), report: { _ in })
        defer { means.workers.end() }
        let receiver = output.makeReceiver(for: connection, from: input, means: means)
        func receive(_ number: Int, isEnabled: Bool) {
            connection.isEnabled = isEnabled
            let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]), time: .milliseconds(number))
            receiver.receive(CaptureFrame(payload: .frame(frame), time: frame.time, sequenceNumber: number))
        }
        receive(0, isEnabled: false)
        receive(1, isEnabled: true)
        receive(2, isEnabled: false)
        receive(3, isEnabled: false)
        receive(4, isEnabled: true)
        #expect(await output.wait(for: 2) == ["a 1", "a 4"])
        #expect(output.scenes.withLock { $0 } == ["a"])
    }

    @Test func aLostInputComesBackAndTheOtherGoesOn() async throws {
        let lost = ScriptedInput(
            "lost", [.delivers([1], then: Self.gone), .fails(Self.gone), .delivers([2], then: nil)])
        let other = ScriptedInput("other", [.delivers([7], then: nil)])
        let output = RecordingOutput()
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .milliseconds(1), longestDelay: .milliseconds(2)))
        try session.addInput(lost)
        try session.addInput(other)
        try session.addOutput(output)
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var seen: [CaptureSessionEvent] = []
        while seen.last != .interruptionEnded(source: "lost"), let event = await events.next() {
            seen.append(event)
        }
        let loss = CaptureSessionEvent.wasInterrupted(.videoDeviceDisconnected, Self.gone, source: "lost")
        #expect(seen.count { $0 == loss } == 1)
        #expect(await output.wait(for: 3).sorted() == ["lost 1", "lost 2", "other 7"])
        #expect(other.calls == ["open high"])
        #expect(output.scenes.withLock { $0 } == ["lost"])
        #expect(!session.isInterrupted)
        await session.stopRunning()
    }

    @Test func whatIsNotThereIsWaitedForWithoutTrying() async throws {
        let absent = CaptureError(.deviceNotConnected, "not there")
        let input = ScriptedInput("a", [.fails(absent), .delivers([1], then: nil)])
        input.isConnected = false
        let output = RecordingOutput()
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .milliseconds(1), longestDelay: .seconds(100)))
        try session.addInput(input)
        try session.addOutput(output)
        try await session.startRunning()
        try await Task.sleep(for: .milliseconds(150))
        #expect(input.calls == ["open high"])
        #expect(session.isInterrupted)
        input.isConnected = true
        #expect(await output.wait(for: 1) == ["a 1"])
        await session.stopRunning()
    }

    @Test func aLostInputThatIsRemovedInterruptsNobody() async throws {
        let lost = ScriptedInput("lost", [.delivers([1], then: Self.gone)])
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .seconds(100), longestDelay: .seconds(100)))
        try session.addInput(lost)
        try session.addInput(ScriptedInput("other", [.delivers([7], then: nil)]))
        try session.addOutput(RecordingOutput())
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while !session.isInterrupted, await events.next() != nil {}
        try session.removeInput(lost)
        #expect(!session.isInterrupted)
        await session.stopRunning()
    }

    @Test func anInputThatCannotBeOpenedLeavesNobodyBehind() async throws {
        let input = ScriptedInput("a", [.fails(Self.gone), .delivers([1], then: nil)])
        let output = RecordingOutput()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(input)
        try session.addOutput(output)
        await #expect(throws: Self.gone) { try await session.startRunning() }
        #expect(output.finished.withLock { $0 } == ["a"])
        try await session.startRunning()
        #expect(await output.wait(for: 1) == ["a 1"])
        #expect(output.finished.withLock { $0 } == ["a"])
        await session.stopRunning()
    }

    private static let quickAfterStart = ReconnectPolicy.test(
        firstDelay: .milliseconds(1), longestDelay: .milliseconds(2), includesStart: false)

    @Test func aPolicyMayBeginAfterTheStart() async throws {
        let session = CaptureSession(reconnectPolicy: Self.quickAfterStart)
        let input = ScriptedInput(
            "a", [.fails(Self.gone), .delivers([1], then: Self.gone), .delivers([2], then: nil)])
        let output = RecordingOutput()
        try session.addInput(input)
        try session.addOutput(output)
        await #expect(throws: Self.gone) { try await session.startRunning() }
        #expect(input.calls == ["open high"])
        try await session.startRunning()
        #expect(await output.wait(for: 2) == ["a 1", "a 2"])
        await session.stopRunning()
    }

    @Test func withoutAPolicyALossIsARuntimeError() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(ScriptedInput("a", [.delivers([], then: Self.gone)]))
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        var seen: [CaptureSessionEvent] = []
        while seen.count < 3, let event = await events.next() { seen.append(event) }
        #expect(seen.contains(.runtimeError(Self.gone, source: "a")))
        #expect(!session.isInterrupted)
        await session.stopRunning()
    }
}
