import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A camera that does not obey, or takes its time for it, while it is exposed for what its frames show.
@Suite struct SlowCameraTests {
    private let camera = ScriptedCamera()
    private let bright = Plane(width: 8, height: 8, samples: [UInt8](repeating: 250, count: 64))

    private func device(
        of camera: ScriptedCamera, hasRegion: Bool = false, at path: String = "/dev/video0"
    ) throws -> CaptureDevice {
        camera.change { state in
            state.formats = [.init(code: "GREY", width: 32, height: 32)]
            state.controls[ControlID.exposureAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                menu: [1: "Manual", 3: "Aperture Priority"])
            state.controls[ControlID.exposureAbsolute.rawValue] = .init(minimum: 3, maximum: 2047, value: 100)
            guard hasRegion else { return }
            let whole = v4l2_rect(left: 0, top: 0, width: 1600, height: 1200)
            state.controls[ControlID.regionOfInterestAuto.rawValue] = .init(
                type: V4L2_CTRL_TYPE_BITMASK, maximum: 1)
            state.controls[ControlID.regionOfInterestRect.rawValue] = .init(
                type: v4l2_ctrl_type(rawValue: 0x0107),
                rectangles: (v4l2_rect(left: 0, top: 0, width: 64, height: 48), whole, whole))
        }
        let device = camera.device(path: path)
        try device.lockForConfiguration()
        return device
    }

    /// Waits until so many wait for the camera.
    private func waitForWaiting(_ count: Int, at camera: ScriptedCamera) async throws {
        for _ in 0..<200_000 where camera.waitingForObedience < count {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(camera.waitingForObedience == count)
    }

    @Test(.timeLimit(.minutes(2))) func framesAreNotWaitedWith() async throws {
        let device = try device(of: camera)
        try device.setExposureMode(.autoExpose)
        camera.obey(false)
        defer { camera.obey(true) }
        device.meter(bright, sequenceNumber: 1)
        try await waitForWaiting(1, at: camera)
        // None of these is what comes of the change.
        for number in 2..<20 { device.meter(bright, sequenceNumber: number) }
        #expect(camera.value(.exposureAbsolute) == 100 && camera.waitingForObedience == 1)
        camera.obey(true)
        device.exposureQueue.sync {}
        let first = try #require(camera.value(.exposureAbsolute))
        #expect(first < 100)
        for number in 20..<30 { device.meter(bright, sequenceNumber: number) }
        device.exposureQueue.sync {}
        #expect(try #require(camera.value(.exposureAbsolute)) < first)
    }

    /// They were taken before, and waited for their turn.
    @Test func framesFromBeforeAChangeTellNothingOfIt() throws {
        let device = try device(of: camera)
        try device.setExposureMode(.autoExpose)
        device.meter(bright, takenAt: MonotonicClock.now, sequenceNumber: 1)
        device.exposureQueue.sync {}
        let first = try #require(camera.value(.exposureAbsolute))
        #expect(first < 100)
        let before = MonotonicClock.now - .seconds(60)
        for number in 2..<20 { device.meter(bright, takenAt: before, sequenceNumber: number) }
        device.exposureQueue.sync {}
        #expect(camera.value(.exposureAbsolute) == first)
        for number in 20..<30 { device.meter(bright, takenAt: MonotonicClock.now, sequenceNumber: number) }
        device.exposureQueue.sync {}
        #expect(try #require(camera.value(.exposureAbsolute)) < first)
    }

    @Test(.timeLimit(.minutes(2))) func whatAFrameShowedIsNotSetAfterWhatSomebodySets() async throws {
        let device = try device(of: camera)
        try device.setExposureMode(.autoExpose)
        // Somebody is about to set exposure, and has the turn.
        try device.exposureTurn.withLock { (_) throws(CaptureError) in
            device.meter(bright, sequenceNumber: 1)
            device.endMetering()
            device.startMetering(isOnce: true)
        }
        device.exposureQueue.sync {}
        #expect(camera.value(.exposureAbsolute) == 100)
        // And goes on from what it is.
        device.meter(bright, sequenceNumber: 2)
        device.exposureQueue.sync {}
        #expect(try #require(camera.value(.exposureAbsolute)) < 100)
    }

    /// Sees one face.
    private struct OneFace: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.face]

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let reading = Reading(
                type: .face, corners: CGRect(x: 8, y: 8, width: 8, height: 8).corners,
                content: .face(FaceContent()), engine: .dlib, step: "upright",
                evidence: Evidence(source: .plain, score: 1))
            return DetectionResult(width: 32, height: 32, readings: [reading])
        }
    }

    /// As many of them as there are threads that search.
    @Test(.timeLimit(.minutes(2))) func othersAreSearchedAndTheSessionStops() async throws {
        let output = CaptureMetadataOutput(detectors: [OneFace()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.face])
        var policy = ReconnectPolicy.never
        policy.stallTimeout = .seconds(1000)
        let (session, other) = (CaptureSession(reconnectPolicy: policy), SteppedInput(output))
        let slow = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in ScriptedCamera() }
        defer { for camera in slow { camera.obey(true) } }
        for (number, camera) in slow.enumerated() {
            let device = try device(of: camera, hasRegion: true, at: "/dev/video\(number)")
            try device.setFaceDrivenAutoExposureEnabled(true)
            try device.setExposureMode(.continuousAutoExposure)
            try session.addInput(CaptureDeviceInput(device: device, sourceName: "slow \(number)"))
        }
        try session.addInput(other)
        try session.addOutput(output)
        try await session.startRunning()
        for camera in slow {
            camera.obey(false)
            camera.change { $0.pictures.append(.init(bytes: [UInt8](repeating: 90, count: 1024))) }
        }
        for camera in slow { try await waitForWaiting(1, at: camera) }
        for number in 0..<5 { #expect(try await other.deliver(.grey(number)) != nil) }
        await session.stopRunning()
        #expect(slow.allSatisfy { $0.waitingForObedience == 1 && !$0.isStreaming })
    }
}
