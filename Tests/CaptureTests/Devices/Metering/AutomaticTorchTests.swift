import CVideo4Linux
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A camera whose torch shines when it is dark.
@Suite final class AutomaticTorchTests {
    private let camera = ScriptedCamera()
    private let number = Mutex(0)

    private func device() throws -> CaptureDevice {
        camera.change { state in
            state.formats = [.init(code: "GREY", width: 8, height: 8)]
            state.controls[ControlID.flashLEDMode.rawValue] = .init(
                type: V4L2_CTRL_TYPE_MENU, maximum: 2, menu: [0: "Off", 2: "Torch"])
        }
        let device = camera.device()
        try device.lockForConfiguration()
        return device
    }

    /// Has the camera show a room until something holds: what the torch adds is seen when it shines.
    private func show(
        _ luma: UInt8, on stream: CameraStream, frames: Int = 20_000, until isDone: () -> Bool = { false }
    ) async throws -> Bool {
        for _ in 0..<frames where !isDone() {
            let number = number.withLock { number in
                number += 1
                return number
            }
            let seen = luma + (camera.value(.flashLEDMode) == 2 ? 100 : 0)
            camera.change {
                $0.pictures.append(
                    .init(bytes: [UInt8](repeating: seen, count: 64), sequenceNumber: number))
            }
            _ = try stream.nextFrame(timeout: .seconds(1))
            // The torch is turned on another thread.
            await Task.yield()
        }
        return isDone()
    }

    @Test func itShinesWhenItIsDark() async throws {
        let device = try device()
        #expect(device.isTorchModeSupported(.auto))
        try device.setTorchMode(.auto)
        #expect(device.torchMode == .auto && !device.isTorchActive)
        let told = Mutex<[Bool]>([])
        let observation = device.observe { told.withLock { $0.append(device.isTorchActive) } }
        let stream = try device.openStream(preset: .high)
        #expect(try await !show(120, on: stream, frames: 200) { device.isTorchActive })
        #expect(try await show(10, on: stream) { told.withLock { $0.last == true } })
        #expect(camera.value(.flashLEDMode) == 2 && device.torchMode == .auto && device.torchLevel == 1)
        // It does not take its own light for day.
        #expect(try await !show(10, on: stream, frames: 400) { !device.isTorchActive })
        #expect(try await show(150, on: stream) { !device.isTorchActive })
        #expect(camera.value(.flashLEDMode) == 0 && device.torchMode == .auto)
        stream.close()
        withExtendedLifetime(observation) {}
    }

    @Test func itGoesOutWithTheStream() async throws {
        let device = try device()
        try device.setTorchMode(.auto)
        let stream = try device.openStream(preset: .high)
        #expect(try await show(10, on: stream) { device.isTorchActive })
        stream.close()
        device.finishTorch()
        #expect(!device.isTorchActive && camera.value(.flashLEDMode) == 0 && device.torchMode == .auto)
        let returned = camera.device()
        returned.takeConfiguration(of: device)
        #expect(returned.torchMode == .auto)
    }

    /// Who has stopped the session may end the process.
    @Test func itIsOutWhenTheSessionHasStopped() async throws {
        let folder = try TemporaryFolder()
        try folder.add("lamp", Array("#!/bin/sh\nsleep 0.3\necho \"$1\" >\"$(dirname \"$0\")/level\"\n".utf8))
        let lamp = "\(folder.path)/lamp"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: lamp)
        let bench = try PhotoBench(.init(code: "GREY", width: 8, height: 8)) { _, _ in
            [UInt8](repeating: 10, count: 64)
        }
        let device = try #require(bench.input.device)
        try device.lockForConfiguration()
        try device.setTorchSource(.command(path: lamp))
        try device.setTorchMode(.auto)
        try await bench.session.startRunning()
        for _ in 0..<6_000 where !device.isTorchActive { try await Task.sleep(for: .milliseconds(10)) }
        #expect(device.isTorchActive)
        await bench.session.stopRunning()
        #expect(!device.isTorchActive)
        #expect(try String(contentsOfFile: "\(folder.path)/level", encoding: .utf8) == "0.0\n")
        bench.end()
    }

    @Test func whoSetsItEndsIt() async throws {
        let device = try device()
        try device.setTorchModeOn(level: 1)
        try device.setTorchMode(.auto)
        #expect(!device.isTorchActive)
        try device.setTorchMode(.off)
        #expect(device.torchMode == .off)
        let stream = try device.openStream(preset: .high)
        #expect(try await !show(10, on: stream, frames: 400) { device.isTorchActive })
        try device.setTorchMode(.auto)
        try device.setTorchMode(.on)
        #expect(try await !show(150, on: stream, frames: 400) { !device.isTorchActive })
        try device.setTorchSource(nil)
        #expect(device.torchMode == .off)
        stream.close()
    }
}
