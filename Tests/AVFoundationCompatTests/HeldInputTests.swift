import Foundation
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// Inputs whose objects with Apple's names nobody holds, as those that were just taken out of a session.
    @Suite struct HeldInputTests {
        private let cameras = TestCameras()

        @Test func aPortHasItsInputAlways() throws {
            let device = try #require(AVCaptureDevice.default(for: .video))
            var input: AVCaptureDeviceInput? = try AVCaptureDeviceInput(device: device)
            let port = try #require(input?.ports.first)
            #expect(port.input === input)
            let core = try #require(input).core
            input = nil
            #expect(port.input.core === core && (port.input as? AVCaptureDeviceInput)?.device === device)
            #expect(port.sourceDevicePosition == device.position && port.formatDescription == nil)
        }

        /// Before the first picture.
        @Test func aLayerConvertsByTheCameraOfItsConnection() throws {
            let session = AVCaptureSession()
            try session.core.addInput(CaptureDeviceInput(device: cameras.devices[0]))
            let layer = AVCaptureVideoPreviewLayer()
            try layer.core.setSession(session.core)
            layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
            #expect(
                layer.metadataOutputRectConverted(fromLayerRect: CGRect(x: 16, y: 12, width: 32, height: 24))
                    == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        }
    }
}
