import CVideo4Linux
import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// A camera that can itself be told where to look.
@Suite struct RegionOfInterestTests {
    private let camera = ScriptedCamera()
    private let whole = v4l2_rect(left: 0, top: 0, width: 1600, height: 1200)

    /// - Parameter functions: Which of its functions look at the region, as the driver says it.
    private func device(functions: Int = 0b1001) throws -> CaptureDevice {
        camera.change { state in
            state.controls[ControlID.exposureAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                menu: [1: "Manual", 3: "Aperture Priority"])
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 2047, value: 100)
            state.controls[ControlID.focusAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_BOOLEAN, maximum: 1, value: 1)
            state.controls[ControlID.regionOfInterestAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_BITMASK, maximum: functions)
            state.controls[ControlID.regionOfInterestRect.rawValue] = .init(
                type: v4l2_ctrl_type(rawValue: 0x0107),
                rectangles: (v4l2_rect(left: 0, top: 0, width: 64, height: 48), whole, whole))
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    private var region: NodeRectangle? { camera.rectangle(.regionOfInterestRect) }
    private var functions: Int? { camera.value(.regionOfInterestAuto) }
    private let everywhere = NodeRectangle(left: 0, top: 0, width: 1600, height: 1200)

    @Test func theCameraExposesForThePointWithTheModeThatIsSetAfterwards() throws {
        let device = try device()
        #expect(device.isExposurePointOfInterestSupported)
        try device.setExposurePointOfInterest(CGPoint(x: 0.5, y: 0.25))
        #expect(region == everywhere && functions == 0)
        try device.setExposureMode(.continuousAutoExposure)
        #expect(region == NodeRectangle(left: 600, top: 150, width: 400, height: 300))
        #expect(functions == 1)
        // By itself, with nothing measured here.
        #expect(camera.value(.exposureAuto) == 3)
        #expect(!device.isAdjustingExposure && device.exposureTargetOffset == nil)
        try device.setExposurePointOfInterest(nil)
        try device.setExposureMode(.continuousAutoExposure)
        #expect(functions == 0)
    }

    @Test func onceIsFoundHere() throws {
        let device = try device()
        try device.setExposurePointOfInterest(CGPoint(x: 0.5, y: 0.5))
        try device.setExposureMode(.autoExpose)
        #expect(device.exposureMode == .autoExpose && device.isAdjustingExposure)
        #expect(camera.value(.exposureAuto) == 1)
    }

    @Test func pointsAtTheEdgeStayInThePictureAndZoomCounts() throws {
        let device = try device()
        try device.setFocusPointOfInterest(CGPoint(x: 1, y: 0))
        try device.setFocusMode(.continuousAutoFocus)
        #expect(region == NodeRectangle(left: 1200, top: 0, width: 400, height: 300))
        #expect(functions == 8 && camera.value(.focusAuto) == 1)
        camera.change { $0.formats = [.init(code: "GREY", width: 640, height: 480)] }
        let zoomed = try self.device()
        _ = try zoomed.openStream(preset: .high)
        try zoomed.setVideoZoomFactor(2)
        try zoomed.setFocusPointOfInterest(CGPoint(x: 1, y: 0))
        try zoomed.setFocusMode(.continuousAutoFocus)
        #expect(region == NodeRectangle(left: 1000, top: 300, width: 200, height: 150))
    }

    @Test func aPointMustBeInThePicture() throws {
        let device = try device()
        #expect(throws: CaptureError.self) { try device.setFocusPointOfInterest(CGPoint(x: 1.1, y: 0.5)) }
        #expect(throws: CaptureError.self) { try device.setExposurePointOfInterest(CGPoint(x: 0.5, y: -0.1)) }
    }

    @Test func onlyWhatTheCameraHasLookAtItIsOffered() throws {
        let device = try device(functions: 0b1)
        #expect(!device.isFocusPointOfInterestSupported)
        #expect(throws: CaptureError.self) { try device.setFocusPointOfInterest(CGPoint(x: 0.5, y: 0.5)) }
        #expect(throws: CaptureError.self) { try device.setFaceDrivenAutoFocusEnabled(true) }
        // A rectangle of another kind is none.
        camera.change { $0.controls[ControlID.regionOfInterestRect.rawValue]?.type = V4L2_CTRL_TYPE_INTEGER }
        #expect(device.regionFunctions.isEmpty)
    }

    @Test func facesAreFollowedAsTheyMove() throws {
        let device = try device()
        try device.setFaceDrivenAutoExposureEnabled(true)
        try device.setFaceDrivenAutoFocusEnabled(true)
        try device.setExposureMode(.continuousAutoExposure)
        try device.setFocusMode(.continuousAutoFocus)
        #expect(functions == 9)
        let face = CGRect(x: 0.25, y: 0.25, width: 0.25, height: 0.5)
        device.noteFaces { [face] }
        device.exposureQueue.sync {}
        #expect(region == NodeRectangle(left: 400, top: 300, width: 400, height: 600))
        // Not for every pixel.
        device.noteFaces { [face.offsetBy(dx: 0.02, dy: 0)] }
        device.exposureQueue.sync {}
        #expect(region == NodeRectangle(left: 400, top: 300, width: 400, height: 600))
        device.noteFaces { [face, face.offsetBy(dx: 0.5, dy: 0)] }
        device.exposureQueue.sync {}
        #expect(region == NodeRectangle(left: 400, top: 300, width: 1200, height: 600))
        device.noteFaces { [] }
        device.exposureQueue.sync {}
        #expect(region == everywhere)
        try device.setFaceDrivenAutoExposureEnabled(false)
        try device.setFaceDrivenAutoFocusEnabled(false)
        try device.setExposureMode(.continuousAutoExposure)
        try device.setFocusMode(.continuousAutoFocus)
        device.noteFaces { [face] }
        device.exposureQueue.sync {}
        #expect(region == everywhere && functions == 0)
    }

    @Test func theRegionIsThereAgainAfterReplugging() throws {
        let device = try device()
        try device.setExposurePointOfInterest(CGPoint(x: 0.5, y: 0.5))
        try device.setExposureMode(.continuousAutoExposure)
        let replugged = try self.device()
        #expect(region == everywhere)
        replugged.takeConfiguration(of: device)
        try replugged.restoreSettings()
        #expect(region == NodeRectangle(left: 600, top: 450, width: 400, height: 300))
        #expect(functions == 1)
        #expect(replugged.exposurePointOfInterest == CGPoint(x: 0.5, y: 0.5))
    }
}
