import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A camera that is watched for changes of what it sees.
@Suite final class DeviceSubjectAreaTests {
    private let camera = ScriptedCamera()
    private let number = Mutex(0)

    private func device() throws -> CaptureDevice {
        camera.change { state in
            state.formats = [.init(code: "GREY", width: 16, height: 8)]
            state.controls[ControlID.exposureAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 1,
                menu: [1: "Manual", 3: "Aperture Priority"])
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 2047, value: 100)
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    /// Has the camera show so many frames, one luma at the left and one at the right.
    ///
    /// - Parameter device: Waited for until it is exposed as the frames want it; nil for not.
    private func show(
        _ count: Int, left: UInt8, right: UInt8, on stream: CameraStream,
        exposing device: CaptureDevice? = nil
    ) throws {
        for _ in 0..<count {
            let number = number.withLock { number in
                number += 1
                return number
            }
            camera.change {
                $0.pictures.append(
                    .init(bytes: (0..<128).map { $0 % 16 < 8 ? left : right }, sequenceNumber: number))
            }
            _ = try stream.nextFrame(timeout: .seconds(1))
            device?.exposureQueue.sync {}
        }
    }

    /// Whether a change has been told; the next one is asked for.
    private func isTold(_ device: CaptureDevice, _ body: () throws -> Void) async throws -> Bool {
        let changes = device.subjectAreaChanges()
        try body()
        device.endSubjectAreaChanges()
        return await changes.reduce(0) { count, _ in count + 1 } == 1
    }

    @Test func whatTheCameraSeesIsToldWhileSomebodyWantsIt() async throws {
        let device = try device()
        #expect(!device.isSubjectAreaChangeMonitoringEnabled)
        let stream = try device.openStream(preset: .high)
        #expect(
            try await !isTold(device) {
                try show(20, left: 100, right: 100, on: stream)
                try show(20, left: 200, right: 100, on: stream)
            })
        try device.setSubjectAreaChangeMonitoringEnabled(true)
        #expect(device.isSubjectAreaChangeMonitoringEnabled)
        #expect(
            try await isTold(device) {
                try show(20, left: 100, right: 100, on: stream)
                try show(20, left: 200, right: 100, on: stream)
            })
        device.unlockForConfiguration()
        #expect(throws: CaptureError.self) { try device.setSubjectAreaChangeMonitoringEnabled(false) }
        let returned = camera.device()
        returned.takeConfiguration(of: device)
        #expect(returned.isSubjectAreaChangeMonitoringEnabled)
        stream.close()
    }

    @Test func whatTheProgramSetsIsNone() async throws {
        let device = try device()
        try device.setSubjectAreaChangeMonitoringEnabled(true)
        let stream = try device.openStream(preset: .high)
        #expect(
            try await !isTold(device) {
                try show(20, left: 40, right: 40, on: stream)
                try device.setExposureModeCustom(duration: .milliseconds(50), iso: nil)
                try show(20, left: 90, right: 90, on: stream)
                try device.setExposureModeCustom(duration: .milliseconds(20), iso: nil)
                try show(20, left: 90, right: 200, on: stream)
            })
        stream.close()
    }

    /// Exposure that is on its way is no change, and hides none.
    @Test func whatExposureBringsAboutIsNone() async throws {
        let device = try device()
        try device.setSubjectAreaChangeMonitoringEnabled(true)
        let stream = try device.openStream(preset: .high)
        try device.setExposurePointOfInterest(CGPoint(x: 0.2, y: 0.5))
        try device.setExposureMode(.continuousAutoExposure)
        #expect(
            try await !isTold(device) {
                try show(1, left: 20, right: 40, on: stream, exposing: device)
                try show(30, left: 118, right: 200, on: stream, exposing: device)
            })
        // Another scene: the loop follows it, and then it is another one still.
        var wasAdjusting = false
        let isTold = try await isTold(device) {
            try show(1, left: 250, right: 40, on: stream)
            wasAdjusting = device.isAdjustingExposure
            try show(30, left: 118, right: 20, on: stream, exposing: device)
        }
        #expect(isTold && wasAdjusting && !device.isAdjustingExposure)
        stream.close()
    }

    @Test func turnedFramesAreTheSameScene() async throws {
        let device = try device()
        try device.setSubjectAreaChangeMonitoringEnabled(true)
        let upright = Plane(width: 16, height: 16, samples: (0..<256).map { $0 % 16 < 8 ? 250 : 0 })
        // Left is up after a quarter clockwise.
        let turned = Plane(width: 16, height: 16, samples: (0..<256).map { $0 < 128 ? 250 : 0 })
        let size = CGSize(width: 16, height: 16)
        let transform = try #require(
            PreviewTransform(videoSize: size, previewSize: size, videoRotationAngle: 90))
        #expect(
            try await !isTold(device) {
                for number in 0..<20 { device.meter(upright, sequenceNumber: number) }
                for number in 20..<60 { device.meter(turned, sequenceNumber: number, turnedBy: transform) }
            })
        #expect(
            try await isTold(device) {
                for number in 60..<100 { device.meter(turned, sequenceNumber: number) }
            })
    }
}

extension CaptureDevice {
    /// Ends what is told, so that what was can be counted.
    fileprivate func endSubjectAreaChanges() {
        for observer in state.withLock({ $0.subjectAreaObservers }) { observer.value.finish() }
    }
}
