import CVideo4Linux
import Testing

@testable import Capture

@Suite struct WhiteBalanceWatchTests {
    @Test func valuesThatMoveAreOnTheirWay() {
        var watch = WhiteBalanceWatch()
        let start = ContinuousClock.now
        func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
        watch.note([0.5], at: time(0))
        #expect(!watch.isAdjusting(at: time(0)))
        // To and fro is none, but a small way again and again becomes one.
        watch.note([0.515], at: time(100))
        watch.note([0.5], at: time(200))
        #expect(!watch.isAdjusting(at: time(200)))
        watch.note([0.515], at: time(300))
        watch.note([0.53], at: time(400))
        #expect(watch.isAdjusting(at: time(400)))
        watch.note([0.53], at: time(800))
        #expect(watch.isAdjusting(at: time(800)))
        #expect(!watch.isAdjusting(at: time(900)))
        // One of two gains is enough, and another number of them begins anew.
        watch.note([0.1, 0.1], at: time(2000))
        #expect(!watch.isAdjusting(at: time(2000)))
        watch.note([0.1, 0.3], at: time(2100))
        #expect(watch.isAdjusting(at: time(2100)))
    }

    @Test func whatIsToldToBeginIsOnItsWayAtOnce() {
        var watch = WhiteBalanceWatch(hasJustBegun: true)
        let start = ContinuousClock.now
        watch.note([], at: start)
        #expect(watch.isAdjusting(at: start))
        #expect(!watch.isAdjusting(at: start + WhiteBalanceWatch.rest))
    }

    private let camera = ScriptedCamera()

    private func device(automatic: Int) throws -> CaptureDevice {
        camera.change { state in
            state.controls[ControlID.autoWhiteBalance.rawValue] = .init(
                type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: automatic)
            state.controls[ControlID.doWhiteBalance.rawValue] = .init(type: V4L2_CTRL_TYPE_BUTTON)
            state.controls[ControlID.whiteBalanceTemperature.rawValue] = .init(
                minimum: 2000, maximum: 8000, value: 4000)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    private func move(to temperature: Int) { camera.turn(.whiteBalanceTemperature, to: temperature) }

    private func rests(_ device: CaptureDevice) async -> Bool {
        for _ in 0..<30_000 where device.isAdjustingWhiteBalance {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return !device.isAdjustingWhiteBalance
    }

    @Test func aCameraIsAskedForItsTemperature() async throws {
        let device = try device(automatic: 1)
        #expect(!device.isAdjustingWhiteBalance)
        move(to: 5000)
        #expect(device.isAdjustingWhiteBalance)
        #expect(device.whiteBalanceMode == .continuousAutoWhiteBalance)
        #expect(await rests(device))
        // What the program sets is there at once.
        move(to: 6000)
        #expect(device.isAdjustingWhiteBalance)
        try device.setWhiteBalanceModeLocked(temperature: 3000)
        #expect(!device.isAdjustingWhiteBalance && device.whiteBalanceMode == .locked)
        try device.setWhiteBalanceMode(.continuousAutoWhiteBalance)
        #expect(!device.isAdjustingWhiteBalance)
    }

    @Test func onceItIsFoundItIsLocked() async throws {
        let device = try device(automatic: 1)
        try device.setWhiteBalanceMode(.autoWhiteBalance)
        #expect(device.whiteBalanceMode == .autoWhiteBalance)
        #expect(camera.value(.autoWhiteBalance) == 0)
        #expect(await rests(device))
        #expect(device.whiteBalanceMode == .locked)
        // Whatever moves then is nobody's search.
        move(to: 7000)
        #expect(!device.isAdjustingWhiteBalance)
    }
}
