import Foundation
import Synchronization
import Testing

@testable import Capture

@Suite struct DeviceObservationTests {
    private let camera = ScriptedCamera()

    private func device(hasEvents: Bool) -> CaptureDevice {
        camera.change { state in
            state.controls[ControlID.gain.rawValue] = .init(maximum: 255)
            state.hasEvents = hasEvents
        }
        return camera.device()
    }

    private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<3_000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
        return condition()
    }

    @Test func whatTheDriverTellsIsToldUntilNobodyListens() async throws {
        let device = device(hasEvents: true)
        let counter = Counter()
        var observation: CaptureDevice.Observation? = device.observe { counter.add() }
        #expect(await eventually { camera.state.withLock { !$0.events.isEmpty } })
        camera.turn(.gain, to: 7)
        #expect(await eventually { counter.value > 0 })
        withExtendedLifetime(observation) {}
        observation = nil
        // The listener gives its file back.
        #expect(await eventually { camera.isReleased })
        // And another one listens anew.
        observation = device.observe { counter.add() }
        #expect(await eventually { camera.state.withLock { !$0.events.isEmpty } })
        withExtendedLifetime(observation) {}
    }

    @Test func whatIsSetIsToldAlsoWhereTheDriverTellsNothing() async throws {
        let device = device(hasEvents: false)
        let counter = Counter()
        let observation = device.observe { counter.add() }
        try device.lockForConfiguration()
        try device.setControl("knob", to: "9")
        #expect(counter.value == 1)
        device.unlockForConfiguration()
        withExtendedLifetime(observation) {}
    }

    @Test func anUnpluggedCameraIsTold() async throws {
        let device = device(hasEvents: true)
        let counter = Counter()
        let observation = device.observe { counter.add() }
        #expect(await eventually { camera.state.withLock { !$0.events.isEmpty } })
        camera.change { $0.failures["poll"] = ENODEV }
        #expect(await eventually { counter.value > 0 && !device.isConnected })
        withExtendedLifetime(observation) {}
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }
}
