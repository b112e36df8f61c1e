import CVideo4Linux
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
        for _ in 0..<30_000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
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
        #expect(await eventually { counter.value == 1 })
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

    /// What tells of a change may hold the lock that another one needs.
    @Test func whoIsToldMaySetTheSameAtOnce() async throws {
        camera.change { state in
            state.controls[ControlID.exposureAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 1,
                menu: [1: "Manual", 3: "Aperture Priority"])
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 2047, value: 250)
        }
        let device = camera.device()
        let counter = Counter()
        let observation = device.observe {
            if counter.add() == 1 { try? device.setExposureMode(.custom) }
        }
        try device.lockForConfiguration()
        try device.setExposureMode(.continuousAutoExposure)
        #expect(await eventually { counter.value > 1 && device.exposureMode == .custom })
        // The same of what is measured here, where a frame begins it.
        device.observerQueue.sync {}
        counter.reset()
        try device.setExposureMode(.autoExpose)
        #expect(await eventually { counter.value > 1 && device.exposureMode == .custom })
        device.unlockForConfiguration()
        withExtendedLifetime(observation) {}
    }

    @Test func severalChangesAreOneAsLongAsNobodyHasBeenTold() async throws {
        let device = device(hasEvents: false)
        let counter = Counter()
        let gate = DispatchSemaphore(value: 0)
        let observation = device.observe {
            counter.add()
            gate.wait()
        }
        try device.lockForConfiguration()
        for value in 1...20 { try device.setControl("knob", to: "\(value)") }
        device.unlockForConfiguration()
        for _ in 0..<20 { gate.signal() }
        device.observerQueue.sync {}
        #expect((1...2).contains(counter.value))
        withExtendedLifetime(observation) {}
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func reset() { count.withLock { $0 = 0 } }
        @discardableResult func add() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
