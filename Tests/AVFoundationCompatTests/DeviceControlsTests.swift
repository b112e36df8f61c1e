import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite struct DeviceControlsTests {
        private let cameras = TestCameras(controls: [
            .focusAuto: Knobs.onOff, .focusAbsolute: .init(maximum: 250, step: 5),
            .exposureAuto: Knobs.menu([1: "Manual", 3: "Aperture Priority"], value: 3),
            .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250),
            .gain: .init(maximum: 255, value: 64),
            .exposureAutoPriority: Knobs.onOff, .autoWhiteBalance: Knobs.onOff,
            .whiteBalanceTemperature: .init(minimum: 2800, maximum: 6500, step: 10, value: 4600),
            .flashLEDMode: Knobs.menu([0: "None", 2: "Torch"]), .flashTorchIntensity: .init(maximum: 100),
        ])

        private func controls() throws -> DeviceControls {
            DeviceControls(device: try #require(AVCaptureDevice.default(for: .video)))
        }

        private func value(_ id: ControlID) -> Int? { cameras.kernels[0].value(id) }

        @Test func theLensIsLockedAndTheHandlerTold() async throws {
            let controls = try controls()
            let before = CMClockGetTime(CMClockGetHostTimeClock())
            let time: CMTime = try await withCheckedThrowingContinuation { done in
                do {
                    try controls.lockFocus(at: 0.2) { done.resume(returning: $0) }
                } catch {
                    done.resume(throwing: error)
                }
            }
            #expect(value(.focusAuto) == 0 && value(.focusAbsolute) == 200 && time >= before)
            #expect(controls.device.focusMode == .locked && abs(controls.device.lensPosition - 0.2) < 1e-6)
        }

        @Test func everythingContinuousIsWrittenToTheCamera() throws {
            cameras.kernels[0].change { state in
                for id: ControlID in [.focusAuto, .autoWhiteBalance, .exposureAutoPriority] {
                    state.controls[id.rawValue]?.value = 0
                }
                state.controls[ControlID.exposureAuto.rawValue]?.value = 1
            }
            try controls().setContinuous()
            #expect(value(.focusAuto) == 1 && value(.exposureAuto) == 3 && value(.autoWhiteBalance) == 1)
            #expect(value(.exposureAutoPriority) == 1)
        }

        @Test func whatIsTappedIsExposedForOnce() async throws {
            let controls = try controls()
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: controls.device))
            session.addOutput(AVCaptureVideoDataOutput())
            session.startRunning()
            let changes = Mutex<[Bool]>([])
            let observation = controls.device.observe(\.isAdjustingExposure, options: .new) { _, change in
                if let isAdjusting = change.newValue { changes.withLock { $0.append(isAdjusting) } }
            }
            try controls.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75), monitorSubjectAreaChange: true)
            #expect(controls.device.exposurePointOfInterest == CGPoint(x: 0.25, y: 0.75))
            // The picture is light grey, and stays so whatever is set: exposure goes down to its least and rests.
            #expect(await eventually { changes.withLock { $0 } == [true, false] })
            #expect(try #require(value(.exposureAbsolute)) < 250 && value(.exposureAuto) == 1)
            session.stopRunning()
            withExtendedLifetime(observation) {}
        }

        @Test func exposureIsSetByHand() async throws {
            let time = try await controls().setExposure(time: 1, gain: 0.5)
            #expect(time != nil)
            #expect(value(.exposureAuto) == 1 && value(.exposureAbsolute) == 2047 && value(.gain) == 128)
            let device = try controls().device
            #expect(
                device.exposureMode == .custom
                    && device.exposureDuration == CMTime(value: 2047, timescale: 10000))
            #expect(device.iso == 128)
        }

        @Test(arguments: [(3200, 0), (5000, 0), (6500, 20), (2000, 0)] as [(Float, Float)])
        func whiteBalanceIsLockedAtTheTemperature(temperature: Float, tint: Float) throws {
            try controls().lockWhiteBalance(temperature: temperature, tint: tint)
            #expect(value(.autoWhiteBalance) == 0)
            let set = try #require(value(.whiteBalanceTemperature))
            // What is below the camera's range becomes its least, and gains over the limit are cut off.
            #expect(abs(Float(set) - max(2800, temperature)) <= 200, "\(set)")
        }

        @Test func aLockedWhiteBalanceIsTimedAndOneOnItsWayObserved() async throws {
            cameras.kernels[0].change { $0.hasEvents = true }
            let device = try controls().device
            let changes = Mutex<[Bool]>([])
            let observation = device.observe(\.isAdjustingWhiteBalance, options: .new) { _, change in
                if let isAdjusting = change.newValue { changes.withLock { $0.append(isAdjusting) } }
            }
            #expect(!device.isAdjustingWhiteBalance)
            // It moves without a word of the driver, until somebody has seen it.
            #expect(
                await eventually {
                    cameras.kernels[0].change { state in
                        let value = state.controls[ControlID.whiteBalanceTemperature.rawValue]?.value
                        state.controls[ControlID.whiteBalanceTemperature.rawValue]?.value =
                            value == 3000 ? 6000 : 3000
                    }
                    return changes.withLock { $0.first == true }
                })
            #expect(await eventually { changes.withLock { $0.last == false } })
            let before = CMClockGetTime(CMClockGetHostTimeClock())
            try device.lockForConfiguration()
            let time = await device.setWhiteBalanceModeLocked(
                with: AVCaptureDevice.currentWhiteBalanceGains)
            device.unlockForConfiguration()
            #expect(time >= before && time <= CMClockGetTime(CMClockGetHostTimeClock()))
            #expect(!device.isAdjustingWhiteBalance && device.whiteBalanceMode == .locked)
            withExtendedLifetime(observation) {}
        }

        @Test func anotherSubjectIsANotification() async throws {
            let controls = try controls()
            let device = controls.device
            let posted = Mutex(0)
            let observer = NotificationCenter.default.addObserver(
                forName: .AVCaptureDeviceSubjectAreaDidChange, object: device, queue: nil
            ) { notification in
                if notification.object as? AVCaptureDevice === device { posted.withLock { $0 += 1 } }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            func show(_ luma: UInt8, frames: Range<Int>) {
                let plane = Plane(width: 16, height: 16, samples: [UInt8](repeating: luma, count: 256))
                for number in frames { device.core.meter(plane, sequenceNumber: number) }
            }
            show(50, frames: 0..<20)
            show(150, frames: 20..<40)
            #expect(!device.isSubjectAreaChangeMonitoringEnabled)
            try controls.configure { $0.isSubjectAreaChangeMonitoringEnabled = true }
            #expect(device.isSubjectAreaChangeMonitoringEnabled)
            show(50, frames: 40..<60)
            show(150, frames: 60..<80)
            #expect(await eventually { posted.withLock { $0 } == 1 })
            try controls.configure { $0.isSubjectAreaChangeMonitoringEnabled = false }
            #expect(!device.isSubjectAreaChangeMonitoringEnabled)
        }

        @Test func theTorchShinesAndGoesOut() throws {
            let controls = try controls()
            try controls.setTorch(0.4)
            #expect(value(.flashLEDMode) == 2 && value(.flashTorchIntensity) == 40)
            #expect(controls.device.isTorchActive && controls.device.torchLevel == 0.4)
            try controls.setTorch(0)
            #expect(value(.flashLEDMode) == 0 && controls.device.torchMode == .off)
        }

        @Test func theFormatOfTheHighestRateIsTaken() throws {
            let controls = try controls()
            try controls.configureForHighestFrameRate()
            let device = controls.device
            #expect(
                device.activeFormat.formatDescription.dimensions == CMVideoDimensions(width: 320, height: 240)
            )
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 60))
            #expect(device.formats.contains(device.activeFormat))
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: device))
            #expect(session.sessionPreset == .inputPriority)
        }

        @Test func whatTheCameraChangesByItselfIsObserved() async throws {
            cameras.kernels[0].change { $0.hasEvents = true }
            let device = try controls().device
            let seen = Mutex<[Float]>([])
            let observation = device.observe(\.iso, options: [.initial, .new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            #expect(seen.withLock { $0 } == [64])
            #expect(await eventually { cameras.kernels[0].state.withLock { !$0.events.isEmpty } })
            cameras.kernels[0].turn(.gain, to: 90)
            #expect(await eventually { seen.withLock { $0 } == [64, 90] })
            try device.lockForConfiguration()
            await device.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 100)
            device.unlockForConfiguration()
            #expect(await eventually { seen.withLock { $0 } == [64, 90, 100] })
            observation.invalidate()
            cameras.kernels[0].turn(.gain, to: 80)
            #expect(await eventually { cameras.kernels[0].state.withLock { $0.events.isEmpty } })
            #expect(seen.withLock { $0 } == [64, 90, 100])
        }
    }
}

enum Knobs {
    static let onOff = ScriptedCamera.Knob(type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)

    static func menu(_ entries: [Int: String], value: Int = 0) -> ScriptedCamera.Knob {
        .init(
            type: V4L2_CTRL_TYPE_MENU, minimum: entries.keys.min() ?? 0, maximum: entries.keys.max() ?? 0,
            value: value, menu: entries)
    }
}
