import CVideo4Linux
import Foundation
import MetadataOutput
import Testing

@testable import Capture

@Suite struct SessionCostTests {
    private let camera = ScriptedCamera()

    private func device(_ path: String, bus: Int?, format: ScriptedCamera.Format) -> CaptureDevice {
        camera.change { $0.formats = [format] }
        let code = PixelFormat(name: format.code)?.rawValue ?? 0
        camera.change { state in
            state.answer = { pixels in
                (pixels.width, pixels.height) = (UInt32(format.width), UInt32(format.height))
                pixels.pixelformat = code
            }
        }
        var node = NodeDescription(
            path: path, number: 0, name: "Camera", driver: "uvcvideo", bus: "usb-1", index: 0)
        node.usbBus = bus.map { .init(number: $0, megabits: 480) }
        return CaptureDevice(node, system: camera.system())
    }

    @Test func camerasOfOneBusAddUp() throws {
        let format = ScriptedCamera.Format(code: "YUYV", width: 640, height: 480)
        let session = CaptureSession(reconnectPolicy: .backoff)
        #expect(session.hardwareCost == 0)
        try session.addInput(CaptureDeviceInput(device: device("/dev/null", bus: 1, format: format)))
        // 640 × 480 × 2 × 30 of 480 Mb/s, of which 72 % are left.
        #expect(abs(session.hardwareCost - 18_432_000 / 43_200_000) < 1e-9)
        try session.addInput(CaptureDeviceInput(device: device("/dev/zero", bus: 2, format: format)))
        #expect(abs(session.hardwareCost - 18_432_000 / 43_200_000) < 1e-9)
        try session.addInput(CaptureDeviceInput(device: device("/dev/full", bus: 1, format: format)))
        #expect(abs(session.hardwareCost - 2 * 18_432_000 / 43_200_000) < 1e-9)
        try session.addInput(CaptureDeviceInput(device: device("/dev/tty", bus: nil, format: format)))
        #expect(abs(session.hardwareCost - 2 * 18_432_000 / 43_200_000) < 1e-9)
    }

    @Test func presetsThatNameASizeNeedThatSize() throws {
        let session = CaptureSession()
        #expect(CaptureSessionPreset.allCases.allSatisfy { session.canSetSessionPreset($0) })
        let device = device("/dev/null", bus: nil, format: .init(code: "YUYV", width: 960, height: 540))
        try session.addInput(CaptureDeviceInput(device: device))
        let possible = CaptureSessionPreset.allCases.filter { session.canSetSessionPreset($0) }
        #expect(possible == [.high, .medium, .low, .photo, .iFrame960x540, .inputPriority])
    }

    @Test func workIsAShareOfTheTimeAndForgotten() async throws {
        let load = WorkLoad()
        #expect(load.perSecond == 0)
        try await Task.sleep(for: .milliseconds(50))
        load.add(.milliseconds(25))
        let first = load.perSecond
        // Of 50 ms or more half or less was work.
        #expect(first > 0 && first <= 0.51)
        try await Task.sleep(for: .milliseconds(100))
        #expect(load.perSecond < first)
    }
}
