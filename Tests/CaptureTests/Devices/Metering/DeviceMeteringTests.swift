import CVideo4Linux
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// A camera whose picture becomes brighter with its exposure, and what this program makes of it.
@Suite struct DeviceMeteringTests {
    private let camera = ScriptedCamera()
    private static let (width, height) = (8, 8)

    private func device(_ code: String = "GREY", manual: Bool = true) throws -> CaptureDevice {
        camera.change { state in
            state.formats = [.init(code: code, width: Self.width, height: Self.height)]
            state.controls[ControlID.exposureAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                menu: manual ? [1: "Manual", 3: "Aperture Priority"] : [3: "Aperture Priority"])
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 2047, value: 100)
            state.controls[ControlID.gain.rawValue] = .init(maximum: 100, value: 0)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    /// The camera's picture now: the left half of a scene is so many EV darker or brighter than is right at the first
    /// exposure, and so is the right half.
    private func picture(left: Double, right: Double) -> [UInt8] {
        let exposure = Double(camera.value(.exposureAbsolute) ?? 0) / 100
        let gain = Double(camera.value(.gain) ?? 0) / 25
        func luma(_ light: Double) -> UInt8 {
            UInt8(min(max(118 * exp2((light + log2(exposure) + gain) / 2.2), 0), 255))
        }
        return (0..<Self.width * Self.height).map {
            $0 % Self.width < Self.width / 2 ? luma(left) : luma(right)
        }
    }

    /// Has the camera show so many frames.
    private func show(
        _ count: Int, left: Double, right: Double, on stream: CameraStream, of device: CaptureDevice,
        from first: Int = 0
    ) throws {
        for number in first..<first + count {
            camera.change { [picture = picture(left: left, right: right)] in
                $0.pictures.append(.init(bytes: picture, sequenceNumber: number))
            }
            _ = try stream.nextFrame(timeout: .seconds(1))
            device.exposureQueue.sync {}
        }
    }

    private let atTheLeft = CGPoint(x: 0.2, y: 0.5)
    private let atTheRight = CGPoint(x: 0.8, y: 0.5)

    @Test func aPointIsExposedWell() throws {
        let device = try device()
        #expect(device.isExposurePointOfInterestSupported)
        try device.setExposurePointOfInterest(atTheLeft)
        // The mode that is set afterwards uses it.
        #expect(device.exposureTargetOffset == nil)
        #expect(camera.value(.exposureAuto) == 3)
        try device.setExposureMode(.continuousAutoExposure)
        #expect(device.exposureMode == .continuousAutoExposure)
        #expect(camera.value(.exposureAuto) == 1)
        #expect(device.isAdjustingExposure)
        let stream = try device.openStream(preset: .high)
        try show(10, left: 2, right: -3, on: stream, of: device)
        try show(5, left: 2, right: -3, on: stream, of: device, from: 10)
        #expect(abs(try #require(device.exposureTargetOffset)) < 0.3)
        #expect(!device.isAdjustingExposure)
        #expect((20...32).contains(try #require(camera.value(.exposureAbsolute))))
        // Another point, and the mode again.
        try device.setExposurePointOfInterest(atTheRight)
        try device.setExposureMode(.continuousAutoExposure)
        try show(30, left: 2, right: -3, on: stream, of: device, from: 20)
        #expect(abs(try #require(device.exposureTargetOffset)) < 0.5)
        // No longer than a frame takes, the rest by gain.
        #expect(camera.value(.exposureAbsolute) == 333)
        #expect((camera.value(.gain) ?? 0) > 20)
        // The scene goes on changing, and so does exposure.
        try show(30, left: 2, right: 1, on: stream, of: device, from: 60)
        #expect(camera.value(.gain) == 0)
        #expect(abs(try #require(device.exposureTargetOffset)) < 0.5)
        stream.close()
    }

    @Test func withoutAPointTheCameraDoesIt() throws {
        let device = try device()
        try device.setExposureMode(.continuousAutoExposure)
        #expect(camera.value(.exposureAuto) == 3)
        #expect(!device.isAdjustingExposure)
        #expect(device.exposureTargetOffset == nil)
        let stream = try device.openStream(preset: .high)
        try show(5, left: 3, right: 3, on: stream, of: device)
        #expect(camera.value(.exposureAbsolute) == 100)
        try device.setExposurePointOfInterest(atTheLeft)
        try device.setExposurePointOfInterest(nil)
        try device.setExposureMode(.continuousAutoExposure)
        #expect(camera.value(.exposureAuto) == 3)
        stream.close()
    }

    @Test func onceItIsAdjustedItIsLocked() throws {
        let device = try device()
        #expect(device.isExposureModeSupported(.autoExpose))
        try device.setExposureMode(.autoExpose)
        #expect(device.exposureMode == .autoExpose)
        let stream = try device.openStream(preset: .high)
        // Without a point all of the picture counts.
        try show(15, left: 1.5, right: 1.5, on: stream, of: device)
        #expect(device.exposureMode == .custom)
        #expect(!device.isAdjustingExposure)
        let exposure = camera.value(.exposureAbsolute)
        #expect((30...45).contains(try #require(exposure)))
        try show(5, left: -3, right: -3, on: stream, of: device, from: 20)
        #expect(camera.value(.exposureAbsolute) == exposure)
        stream.close()
    }

    @Test func whoSetsItByHandEndsIt() throws {
        let device = try device()
        try device.setExposurePointOfInterest(atTheLeft)
        try device.setExposureMode(.continuousAutoExposure)
        try device.setExposureModeCustom(duration: .milliseconds(20), iso: nil)
        #expect(device.exposureMode == .custom)
        let stream = try device.openStream(preset: .high)
        try show(5, left: 3, right: 3, on: stream, of: device)
        #expect(camera.value(.exposureAbsolute) == 200)
        stream.close()
    }

    @Test func facesGoBeforeThePoint() throws {
        let device = try device()
        try device.setExposurePointOfInterest(atTheLeft)
        try device.setFaceDrivenAutoExposureEnabled(true)
        try device.setExposureMode(.continuousAutoExposure)
        let stream = try device.openStream(preset: .high)
        device.noteFaces { [CGRect(x: 0.6, y: 0.2, width: 0.3, height: 0.5)] }
        try show(15, left: 0, right: 2, on: stream, of: device)
        #expect((20...32).contains(try #require(camera.value(.exposureAbsolute))))
        // Without a face in view it is the point's again.
        device.noteFaces { [] }
        try show(15, left: 0, right: 2, on: stream, of: device, from: 20)
        #expect((80...120).contains(try #require(camera.value(.exposureAbsolute))))
        try device.setFaceDrivenAutoExposureEnabled(false)
        device.noteFaces {
            Issue.record("nobody wants faces")
            return []
        }
        stream.close()
    }

    @Test func biasIsInEV() throws {
        let device = try device()
        #expect(device.exposureTargetBias == 0)
        #expect(device.minExposureTargetBias == -3 && device.maxExposureTargetBias == 3)
        #expect(throws: CaptureError.self) { try device.setExposureTargetBias(3.5) }
        try device.setExposureTargetBias(1)
        #expect(device.exposureTargetBias == 1)
        try device.setExposureMode(.autoExpose)
        let stream = try device.openStream(preset: .high)
        try show(20, left: 0, right: 0, on: stream, of: device)
        #expect((170...230).contains(try #require(camera.value(.exposureAbsolute))))
        stream.close()
    }

    /// Motion JPEG is measured by who decodes it; luma may be turned then.
    @Test func turnedLumaIsMeasuredAtThePointToo() throws {
        let device = try device("MJPG")
        try device.setExposurePointOfInterest(atTheLeft)
        try device.setExposureMode(.continuousAutoExposure)
        // Left is up after a quarter clockwise.
        let turned = Plane(
            width: 8, height: 8, samples: (0..<64).map { $0 < 32 ? 250 : 0 })
        let transform = try #require(
            PreviewTransform(
                videoSize: CGSize(width: 8, height: 8), previewSize: CGSize(width: 8, height: 8),
                videoRotationAngle: 90))
        device.meter(turned, sequenceNumber: 1, turnedBy: transform)
        device.exposureQueue.sync {}
        let exposure = try #require(camera.value(.exposureAbsolute))
        #expect(exposure < 100)
        #expect(try #require(device.exposureTargetOffset) > 2)
        // A frame that two outputs decode counts once.
        device.meter(Plane(width: 8, height: 8) { _ in }, sequenceNumber: 1)
        #expect(try #require(device.exposureTargetOffset) > 2)
        device.meter(Plane(width: 8, height: 8) { _ in }, sequenceNumber: 2)
        #expect(try #require(device.exposureTargetOffset) < -2)
        // The change before has not shown yet.
        #expect(camera.value(.exposureAbsolute) == exposure)
    }

    @Test func whatCannotBeSetIsSaid() throws {
        let device = try device()
        #expect(throws: CaptureError.self) { try device.setExposurePointOfInterest(CGPoint(x: 1.1, y: 0)) }
        let fixed = try self.device(manual: false)
        #expect(!fixed.isExposurePointOfInterestSupported)
        #expect(!fixed.isExposureModeSupported(.autoExpose))
        #expect(throws: CaptureError.self) { try fixed.setExposurePointOfInterest(.zero) }
        #expect(throws: CaptureError.self) { try fixed.setFaceDrivenAutoExposureEnabled(true) }
        #expect(fixed.exposureTargetBias == nil)
    }

    @Test func aCameraThatComesBackIsExposedAsBefore() throws {
        let device = try device()
        try device.setExposurePointOfInterest(atTheLeft)
        try device.setExposureMode(.continuousAutoExposure)
        let returned = camera.device()
        returned.takeConfiguration(of: device)
        #expect(returned.exposurePointOfInterest == atTheLeft)
        #expect(returned.exposureMode == .continuousAutoExposure)
        // But for what was said of the new one.
        let set = camera.device()
        try set.lockForConfiguration()
        try set.setExposureModeCustom(duration: .milliseconds(5), iso: nil)
        set.takeConfiguration(of: device)
        #expect(set.exposureMode == .custom)
    }
}
