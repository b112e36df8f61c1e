import CVideo4Linux
import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// What programs set without having asked, because it changes nothing.
    @Suite struct SameValueTests {
        @Test func whatACameraReportsItTakesAlsoWhereItHasNoSuchProperty() throws {
            let cameras = TestCameras()
            let device = try #require(AVCaptureDevice.default(for: .video))
            try device.lockForConfiguration()
            device.exposureMode = device.exposureMode
            device.focusMode = device.focusMode
            device.whiteBalanceMode = device.whiteBalanceMode
            device.autoFocusRangeRestriction = .none
            device.isVideoHDREnabled = false
            device.automaticallyEnablesLowLightBoostWhenAvailable = false
            device.focusPointOfInterest = device.focusPointOfInterest
            device.exposurePointOfInterest = device.exposurePointOfInterest
            device.isSmoothAutoFocusEnabled = false
            device.torchMode = .off
            device.setExposureTargetBias(0)
            device.activeVideoMinFrameDuration = device.activeVideoMinFrameDuration
            device.activeFormat = device.activeFormat
            #expect(device.focusMode == .locked && !device.isVideoHDREnabled)
            withExtendedLifetime(cameras) {}
        }

        /// Both ends of its range are 0, to which programs cut what they want.
        @Test func theGainOfACameraWithoutOneIsAsItIs() throws {
            let cameras = TestCameras(controls: [
                .exposureAuto: Knobs.menu([1: "Manual", 3: "Aperture Priority"], value: 3),
                .exposureAbsolute: .init(minimum: 3, maximum: 2047, value: 250),
            ])
            let device = try #require(AVCaptureDevice.default(for: .video))
            try device.lockForConfiguration()
            let iso = max(device.activeFormat.minISO, min(100, device.activeFormat.maxISO))
            device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: iso)
            #expect(device.exposureDuration.seconds == 0.01 && device.exposureMode == .custom)
            let setting = AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
                exposureDuration: CMTime(value: 1, timescale: 100), iso: iso)
            try device.core.checkBracketed(setting.core)
            withExtendedLifetime(cameras) {}
        }
    }
}
