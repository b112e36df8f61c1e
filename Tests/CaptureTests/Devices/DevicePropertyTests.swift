import CVideo4Linux
import Foundation
import Testing

@testable import Capture

@Suite struct DevicePropertyTests {
    private let camera = ScriptedCamera()

    private func lockedDevice(_ controls: [ControlID: ScriptedCamera.Knob]) throws -> CaptureDevice {
        camera.change { state in
            state.controls = Dictionary(uniqueKeysWithValues: controls.map { ($0.key.rawValue, $0.value) })
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    private func menu(_ entries: [Int: String], value: Int = 0) -> ScriptedCamera.Knob {
        .init(
            type: V4L2_CTRL_TYPE_MENU, minimum: entries.keys.min() ?? 0, maximum: entries.keys.max() ?? 0,
            value: value, menu: entries)
    }

    private let switchKnob = ScriptedCamera.Knob(type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)

    // MARK: Focus

    @Test func focusIsLockedWithTheLensAtAPlace() throws {
        let lens = ScriptedCamera.Knob(maximum: 250, step: 5)
        let device = try lockedDevice([.focusAuto: switchKnob, .focusAbsolute: lens])
        #expect(device.focusMode == .continuousAutoFocus)
        #expect(device.lensPosition == 1)
        try device.setFocusModeLocked(lensPosition: 0.21)
        #expect(device.focusMode == .locked)
        // Larger is closer: 0.79 of 250 is 197.5, and the nearest step 200.
        #expect(camera.value(.focusAbsolute) == 200)
        #expect(device.lensPosition == 0.2 || abs((device.lensPosition ?? 0) - 0.2) < 1e-9)
        #expect(throws: CaptureError.self) { try device.setFocusModeLocked(lensPosition: 1.5) }
        #expect(!device.isFocusModeSupported(.autoFocus))
        #expect(throws: CaptureError(.unsupported, "/dev/video0 (Camera) has no focusMode autoFocus")) {
            try device.setFocusMode(.autoFocus)
        }
    }

    @Test func whatTheCameraCanHoldStillStaysAutomatic() throws {
        let lock = ScriptedCamera.Knob(type: V4L2_CTRL_TYPE_BITMASK, minimum: 0, maximum: 7)
        let device = try lockedDevice([
            .threeALock: lock, .focusAuto: switchKnob, .autoWhiteBalance: switchKnob,
            .exposureAuto: menu([1: "Manual", 3: "Aperture Priority"], value: 3),
            .whiteBalanceTemperature: .init(minimum: 2800, maximum: 6500, value: 4600),
        ])
        try device.setFocusMode(.locked)
        try device.setExposureMode(.locked)
        try device.setWhiteBalanceMode(.locked)
        #expect(camera.value(.threeALock) == 7)
        #expect(camera.value(.focusAuto) == 1 && camera.value(.exposureAuto) == 3)
        #expect(device.focusMode == .locked && device.exposureMode == .locked)
        #expect(device.whiteBalanceMode == .locked)
        try device.setExposureMode(.continuousAutoExposure)
        #expect(camera.value(.threeALock) == 6 && camera.value(.exposureAuto) == 3)
        try device.setWhiteBalanceModeLocked(temperature: 5000)
        #expect(camera.value(.threeALock) == 4 && camera.value(.autoWhiteBalance) == 0)
        try device.setFocusMode(.continuousAutoFocus)
        #expect(camera.value(.threeALock) == 0 && device.focusMode == .continuousAutoFocus)
    }

    @Test func aLockOfExposureAloneLeavesTheRestToTheirControls() throws {
        let device = try lockedDevice([
            .threeALock: .init(type: V4L2_CTRL_TYPE_BITMASK, minimum: 0, maximum: 1), .focusAuto: switchKnob,
        ])
        #expect(device.isExposureModeSupported(.locked) && !device.isExposureModeSupported(.custom))
        #expect(!device.isWhiteBalanceModeSupported(.locked))
        try device.setFocusMode(.locked)
        #expect(camera.value(.threeALock) == 0 && camera.value(.focusAuto) == 0)
    }

    @Test func focusOnceIsAButton() throws {
        let device = try lockedDevice([
            .autoFocusStart: .init(type: V4L2_CTRL_TYPE_BUTTON, minimum: 0, maximum: 0),
            .autoFocusStatus: .init(type: V4L2_CTRL_TYPE_BITMASK, flags: 0x84, value: 1),
            .autoFocusRange: menu([0: "Auto", 1: "Normal", 2: "Macro"]),
        ])
        try device.setFocusMode(.autoFocus)
        #expect(camera.value(.autoFocusStart) == 1)
        #expect(device.isAdjustingFocus)
        #expect(device.focusMode == .autoFocus)
        try device.setAutoFocusRangeRestriction(.near)
        #expect(camera.value(.autoFocusRange) == 2)
        #expect(device.autoFocusRangeRestriction == .near)
    }

    // MARK: Exposure

    @Test func exposureByHand() throws {
        let device = try lockedDevice([
            .exposureAuto: menu([1: "Manual", 3: "Aperture Priority"], value: 3),
            .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250), .gain: .init(maximum: 255),
        ])
        #expect(device.exposureMode == .continuousAutoExposure)
        #expect(device.exposureDuration == .milliseconds(25))
        #expect(device.minExposureDuration == .microseconds(300))
        try device.setExposureModeCustom(duration: .milliseconds(10), iso: 40)
        #expect(device.exposureMode == .custom)
        #expect(camera.value(.exposureAuto) == 1)
        #expect(camera.value(.exposureAbsolute) == 100)
        #expect(device.iso == 40)
        #expect(device.maxISO == 255)
        try device.setExposureModeCustom(duration: nil, iso: nil)
        #expect(camera.value(.exposureAbsolute) == 100)
        #expect(throws: CaptureError.self) {
            try device.setExposureModeCustom(duration: .seconds(1), iso: nil)
        }
        try device.setExposureMode(.continuousAutoExposure)
        #expect(camera.value(.exposureAuto) == 3)
    }

    @Test func biasAndISOAreMenusOfNumbers() throws {
        func numbers(_ entries: [Int: String]) -> ScriptedCamera.Knob {
            var knob = menu(entries)
            knob.type = V4L2_CTRL_TYPE_INTEGER_MENU
            return knob
        }
        let device = try lockedDevice([
            .autoExposureBias: numbers([0: "-2000", 1: "-500", 2: "0", 3: "500"]),
            .isoSensitivity: numbers([0: "100", 1: "200", 2: "400"]),
            .isoSensitivityAuto: menu([0: "M", 1: "A"], value: 1),
            .exposureAbsolute: .init(),
        ])
        try device.setExposureTargetBias(0.4)
        #expect(camera.value(.autoExposureBias) == 3)
        #expect(device.exposureTargetBias == 0.5)
        #expect(device.minExposureTargetBias == -2)
        #expect(throws: CaptureError.self) { try device.setExposureTargetBias(3) }
        try device.setExposureModeCustom(duration: nil, iso: 390)
        #expect(device.iso == 400)
        #expect(camera.value(.isoSensitivityAuto) == 0)
    }

    // MARK: White balance

    @Test func whiteBalanceByTemperatureAndGains() throws {
        let device = try lockedDevice([
            .autoWhiteBalance: switchKnob,
            .whiteBalanceTemperature: .init(minimum: 2800, maximum: 6500, value: 4600),
            .redBalance: .init(maximum: 300), .blueBalance: .init(maximum: 300),
        ])
        #expect(device.whiteBalanceMode == .continuousAutoWhiteBalance)
        #expect(device.whiteBalanceTemperatureRange == 2800...6500)
        try device.setWhiteBalanceModeLocked(temperature: 5000)
        #expect(device.whiteBalanceMode == .locked)
        #expect(camera.value(.whiteBalanceTemperature) == 5000)
        #expect(throws: CaptureError.self) { try device.setWhiteBalanceModeLocked(temperature: 10000) }
        try device.setWhiteBalanceModeLocked(with: .init(redGain: 2, blueGain: 4))
        #expect(camera.value(.redBalance) == 100)
        #expect(camera.value(.blueBalance) == 300)
        #expect(device.deviceWhiteBalanceGains == .init(redGain: 2, blueGain: 4))
        #expect(!device.isWhiteBalanceModeSupported(.autoWhiteBalance))
    }

    // MARK: The rest

    @Test func flickerBacklightAndSwitches() throws {
        let device = try lockedDevice([
            .powerLineFrequency: menu([0: "Disabled", 1: "50 Hz", 2: "60 Hz"], value: 1),
            .backlightCompensation: .init(maximum: 4), .exposureAutoPriority: switchKnob,
            .wideDynamicRange: switchKnob, .imageStabilization: switchKnob, .privacy: switchKnob,
            .cameraOrientation: menu([0: "Front", 1: "Back", 2: "External"], value: 1),
            .cameraSensorRotation: .init(maximum: 360, value: 90),
        ])
        #expect(device.powerLineFrequency == .hertz50)
        #expect(!device.isPowerLineFrequencySupported(.automatic))
        try device.setPowerLineFrequency(.hertz60)
        #expect(camera.value(.powerLineFrequency) == 2)
        try device.setBacklightCompensation(3)
        #expect(device.backlightCompensation == 3)
        #expect(throws: CaptureError.self) { try device.setBacklightCompensation(5) }
        try device.setAutomaticallyEnablesLowLightBoostWhenAvailable(false)
        try device.setVideoHDREnabled(false)
        try device.setVideoStabilizationEnabled(false)
        #expect(device.automaticallyEnablesLowLightBoostWhenAvailable == false)
        #expect(device.isVideoHDREnabled == false)
        #expect(device.isVideoStabilizationEnabled == false)
        #expect(device.isPrivacyShutterClosed == true)
        #expect(device.position == .back)
        #expect(device.mountingAngle == 90)
    }

    @Test func whatACameraDoesNotHaveIsNilAndThrows() throws {
        let device = try lockedDevice([:])
        #expect(device.focusMode == nil && device.lensPosition == nil && device.exposureMode == nil)
        #expect(device.exposureDuration == nil && device.iso == nil && device.exposureTargetBias == nil)
        #expect(device.whiteBalanceMode == nil && device.whiteBalanceTemperature == nil)
        #expect(device.deviceWhiteBalanceGains == nil && device.powerLineFrequency == nil)
        #expect(device.isPrivacyShutterClosed == nil && device.position == .unspecified && !device.hasTorch)
        let setters: [() throws -> Void] = [
            { try device.setFocusMode(.locked) }, { try device.setFocusModeLocked(lensPosition: 0.5) },
            { try device.setAutoFocusRangeRestriction(.near) }, { try device.setExposureMode(.locked) },
            { try device.setExposureModeCustom(duration: nil, iso: 1) },
            { try device.setExposureTargetBias(0) },
            { try device.setWhiteBalanceMode(.locked) },
            { try device.setWhiteBalanceModeLocked(temperature: 4000) },
            { try device.setWhiteBalanceModeLocked(with: .init(redGain: 1, blueGain: 1)) },
            { try device.setPowerLineFrequency(.hertz50) }, { try device.setBacklightCompensation(0) },
            { try device.setAutomaticallyEnablesLowLightBoostWhenAvailable(true) },
            { try device.setVideoHDREnabled(true) }, { try device.setVideoStabilizationEnabled(true) },
            { try device.setTorchMode(.on) }, { try device.setFocusPointOfInterest(.zero) },
            { try device.setExposurePointOfInterest(.zero) },
        ]
        for (number, set) in setters.enumerated() {
            let error = #expect(throws: CaptureError.self, "setter \(number)") { try set() }
            #expect(error?.code == .unsupported, "setter \(number)")
        }
    }
}
