import CVideo4Linux
import Glibc
import Testing

@testable import Capture

@Suite struct DeviceLockTests {
    private let camera = ScriptedCamera()

    init() {
        camera.change {
            $0.controls[ControlID.gain.rawValue] = .init(name: "Gain", maximum: 255, value: 3)
            $0.controls[ControlID.powerLineFrequency.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, name: "Power Line Frequency", maximum: 1,
                menu: [0: "Disabled", 1: "50 Hz"])
        }
    }

    @Test func settingWithoutTheLockThrows() throws {
        let device = camera.device()
        let error = #expect(throws: CaptureError.self) { try device.setControl("gain", to: "5") }
        #expect(error?.code == .notLockedForConfiguration)
        #expect(throws: CaptureError.self) { try device.setActiveFormat(nil) }
        try device.lockForConfiguration()
        try device.setControl("gain", to: "5")
        device.unlockForConfiguration()
        #expect(device.controls.first?.value == 5)
        #expect(throws: CaptureError.self) { try device.setControl("gain", to: "6") }
        #expect(camera.isReleased)
    }

    @Test func aProgramThatHoldsTheLockMayTakeItAgain() throws {
        let device = camera.device()
        try device.lockForConfiguration()
        // Whoever holds it is not refused, whatever others do.
        camera.change { $0.failures["S_PRIORITY"] = EBUSY }
        try device.lockForConfiguration()
        camera.change { $0.failures["S_PRIORITY"] = nil }
        device.unlockForConfiguration()
        try device.setControl("gain", to: "5")
        #expect(camera.priorities == [V4L2_PRIORITY_RECORD.rawValue])
        device.unlockForConfiguration()
        #expect(throws: CaptureError.self) { try device.setControl("gain", to: "6") }
        device.unlockForConfiguration()
        try device.lockForConfiguration()
        #expect(
            camera.priorities
                == [V4L2_PRIORITY_RECORD, V4L2_PRIORITY_INTERACTIVE, V4L2_PRIORITY_RECORD].map(\.rawValue))
    }

    @Test func anotherProgramsPriorityIsALock() throws {
        camera.change { $0.failures["S_PRIORITY"] = EBUSY }
        let device = camera.device()
        let error = #expect(throws: CaptureError.self) { try device.lockForConfiguration() }
        #expect(error?.message == "/dev/video0 (Camera) is locked for configuration by another program")
        camera.change { $0.failures["S_PRIORITY"] = ENOTTY }
        try device.lockForConfiguration()
    }

    @Test func controlsAreSetByNameNumberAndWord() throws {
        let device = camera.device()
        try device.lockForConfiguration()
        try device.setControl("power_line_frequency", to: "50 hz")
        #expect(device.powerLineFrequency == .hertz50)
        for (name, text, message) in [
            ("gian", "1", "has no control 'gian'; it has: gain, power_line_frequency"),
            ("gain", "256", "gain cannot be '256', only 0 to 255"),
            ("gain", "much", "gain cannot be 'much', only 0 to 255"),
            ("power_line_frequency", "2", "power_line_frequency cannot be '2', only 0 (Disabled), 1 (50 Hz)"),
        ] {
            let error = #expect(throws: CaptureError.self) { try device.setControl(name, to: text) }
            #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
        }
        // What webcams answer while something automatic is on.
        camera.change { $0.failures["S_CTRL"] = EACCES }
        let refused = #expect(throws: CaptureError.self) { try device.setControl("gain", to: "1") }
        #expect(
            refused?.message.hasSuffix("does not allow that in its present state (VIDIOC_S_CTRL)") == true)
        #expect(refused?.code == .deviceFailed)
        camera.change { $0.failures["S_CTRL"] = EIO }
        let error = #expect(throws: CaptureError.self) { try device.setControl("gain", to: "1") }
        #expect(error?.code == .deviceFailed)
    }
}
