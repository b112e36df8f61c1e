import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// What a session answers and does while a camera takes its time to open.
@Suite struct SessionConcurrencyTests {
    /// Holds up whoever opens an input, until it is let go.
    private final class Gate: Sendable {
        private let entered = DispatchSemaphore(value: 0)
        private let released = DispatchSemaphore(value: 0)

        func pass() {
            entered.signal()
            released.wait()
        }

        func waitUntilEntered() { entered.wait() }
        func release() { released.signal() }
    }

    private static func slowInput(_ gate: Gate, _ script: [ScriptedInput.Opening] = []) -> ScriptedInput {
        let input = ScriptedInput("slow", script)
        input.onOpen = {
            gate.pass()
            return nil
        }
        return input
    }

    private static func inBackground(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread {
            body()
            done.signal()
        }.start()
        return done
    }

    @Test func whoAsksDoesNotWaitForTheCamera() throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        let (input, output) = (Self.slowInput(gate), RecordingOutput())
        try session.addInput(input)
        try session.addOutput(output)
        let start = Self.inBackground { try? session.startRunning() as Void }
        gate.waitUntilEntered()
        // The camera is opened only after all this; were it waited for, the test would not end.
        #expect(session.inputs.count == 1)
        #expect(session.outputs.count == 1)
        #expect(session.connections.count == 1)
        #expect(session.sessionPreset == .high)
        #expect(!session.isRunning)
        #expect(!session.isInterrupted)
        #expect(session.statistics.isEmpty)
        #expect(session.canAddInput(ScriptedInput("other", [])))
        session.beginConfiguration()
        gate.release()
        start.wait()
        #expect(session.isRunning)
        try session.commitConfiguration()
        session.stopRunning() as Void
    }

    @Test func whatRunsIsCountedWhileAnotherCameraIsOpened() async throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        let output = RecordingOutput()
        try session.addInput(ScriptedInput("a", [.delivers([1, 2], then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        #expect(await output.wait(for: 2).count == 2)
        let slow = Self.slowInput(gate)
        let add = Self.inBackground { try? session.addInput(slow) }
        gate.waitUntilEntered()
        #expect(session.isRunning)
        #expect(session.statistics.map(\.source) == ["a"])
        #expect(session.statistics.map(\.capturedFrames) == [2])
        gate.release()
        add.wait()
        #expect(session.statistics.map(\.source) == ["a", "slow"])
        await session.stopRunning()
    }

    @Test func aStopWaitsForTheStart() throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        let input = Self.slowInput(gate)
        try session.addInput(input)
        let start = Self.inBackground { try? session.startRunning() as Void }
        gate.waitUntilEntered()
        let stop = Self.inBackground { session.stopRunning() as Void }
        #expect(stop.wait(timeout: .now() + 0.05) == .timedOut)
        gate.release()
        start.wait()
        stop.wait()
        #expect(!session.isRunning)
        #expect(input.calls == ["open high", "close"])
    }

    @Test(.timeLimit(.minutes(5))) func aStopEndsAStartThatWaitsForTheNetwork() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let (input, other) = (UnansweredInput(), ScriptedInput("other", []))
        try session.addInput(input)
        try session.addInput(other)
        let events = session.events()
        let failure = Mutex<CaptureError?>(nil)
        let start = Self.inBackground {
            do throws(CaptureError) { try session.startRunning() as Void } catch {
                failure.withLock { $0 = error }
            }
        }
        input.waitUntilAsked()
        await session.stopRunning()
        start.wait()
        #expect(failure.withLock { $0?.code } == .sessionNotRunning)
        #expect(!session.isRunning)
        // Who listens learns that it is over, and what came of each.
        for await event in events {
            if event == .didStopRunning { break }
        }
        #expect(session.finalStatistics.map(\.source) == ["unanswered", "other"])
        #expect(other.calls.count { $0 == "open high" } == other.calls.count { $0 == "close" })
        // The next start is another one.
        try session.removeInput(input)
        try await session.startRunning()
        #expect(session.isRunning)
        await session.stopRunning()
    }

    /// Also of a camera that is added to a session that runs.
    @Test func aStopEndsAnAdditionThatWaitsForTheNetwork() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(ScriptedInput("near", []))
        try session.startRunning() as Void
        let input = UnansweredInput()
        let add = Self.inBackground { try? session.addInput(input) }
        input.waitUntilAsked()
        session.stopRunning() as Void
        add.wait()
        #expect(!session.isRunning)
        #expect(session.inputs.map(\.sourceName) == ["near"])
    }

    /// Neither does one in the network hold the others up, nor is it waited for by who would wait for it anyway.
    @Test func camerasInTheNetworkAreOpenedBesideTheOthers() async throws {
        let session = CaptureSession(
            reconnectPolicy: .test(firstDelay: .seconds(1_000), longestDelay: .seconds(1_000)))
        let distant = [UnansweredInput(), UnansweredInput()]
        let output = RecordingOutput()
        for input in distant { try session.addInput(input) }
        try session.addInput(ScriptedInput("near", [.delivers([1, 2], then: nil)]))
        try session.addOutput(output)
        try await session.startRunning()
        #expect(await output.wait(for: 2).count == 2)
        #expect(session.statistics.map(\.source) == ["unanswered", "unanswered", "near"])
        for input in distant { input.waitUntilAsked() }
        await session.stopRunning()
        #expect(!session.isRunning)
    }

    @Test func camerasInTheNetworkAreWaitedForAllAtOnce() throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let distant = [UnansweredInput(), UnansweredInput()]
        for input in distant { try session.addInput(input) }
        let start = Self.inBackground { try? session.startRunning() as Void }
        for input in distant { input.waitUntilAsked() }
        #expect(start.wait(timeout: .now() + 0.05) == .timedOut)
        session.stopRunning() as Void
        start.wait()
    }

    @Test func twoStartsOpenOnce() throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        let input = Self.slowInput(gate)
        try session.addInput(input)
        let starts = (0..<2).map { _ in Self.inBackground { try? session.startRunning() as Void } }
        gate.waitUntilEntered()
        gate.release()
        for start in starts { start.wait() }
        #expect(input.calls == ["open high"])
        session.stopRunning() as Void
    }

    @Test func anInputThatIsAddedDuringTheStartRunsAfterIt() throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.addInput(Self.slowInput(gate))
        let start = Self.inBackground { try? session.startRunning() as Void }
        gate.waitUntilEntered()
        let other = ScriptedInput("other", [])
        let add = Self.inBackground { try? session.addInput(other) }
        while session.inputs.count < 2 { Thread.sleep(forTimeInterval: 0.001) }
        #expect(other.calls.isEmpty)
        gate.release()
        start.wait()
        add.wait()
        #expect(other.calls == ["open high"])
        session.stopRunning() as Void
    }

    /// What fails takes back its own changes and no one else's.
    @Test func aChangeBeginsAfterTheCommitBeforeIt() throws {
        let gate = Gate()
        let session = CaptureSession(reconnectPolicy: .test())
        try session.startRunning() as Void
        let bad = Self.slowInput(gate, [.fails(CaptureError(.deviceFailed, "broken"))])
        let add = Self.inBackground { try? session.addInput(bad) }
        gate.waitUntilEntered()
        let good = ScriptedInput("good", [])
        let other = Self.inBackground { try? session.addInput(good) }
        #expect(other.wait(timeout: .now() + 0.05) == .timedOut)
        gate.release()
        add.wait()
        other.wait()
        #expect(session.inputs.map(\.sourceName) == ["good"])
        #expect(good.calls == ["open high"])
        #expect(!CaptureSession(reconnectPolicy: .test()).canAddInput(good))
        session.stopRunning() as Void
    }

    @Test func manyThreadsLeaveAWholeSession() async throws {
        let session = CaptureSession(reconnectPolicy: .test())
        let inputs = (0..<4).map { ScriptedInput("\($0)", []) }
        await withTaskGroup { group in
            for input in inputs {
                group.addTask {
                    for _ in 0..<20 {
                        try? await onThread { () throws(CaptureError) in
                            try session.addInput(input)
                            try session.startRunning() as Void
                            try session.removeInput(input)
                            session.stopRunning() as Void
                        }
                    }
                }
            }
        }
        #expect(session.inputs.isEmpty)
        #expect(!session.isRunning)
        for input in inputs {
            #expect(input.calls.count { $0.hasPrefix("open") } == input.calls.count { $0 == "close" })
        }
    }
}
