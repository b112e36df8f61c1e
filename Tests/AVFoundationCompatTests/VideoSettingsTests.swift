import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    @Suite struct VideoSettingsTests {
        /// A size that is asked for is not made, and whoever looks can see it.
        @Test func sayWhichSizeComes() async throws {
            let cameras = TestCameras()
            let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            output.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 320,
                kCVPixelBufferHeightKey: 240,
            ]
            #expect(output.videoSettings[kCVPixelBufferWidthKey] == nil)
            output.connection(with: .video)?.videoRotationAngle = 90
            session.startRunning()
            #expect(await eventually { output.videoSettings[kCVPixelBufferWidthKey] != nil })
            session.stopRunning()
            let settings = try #require(output.videoSettings)
            #expect(settings[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
            #expect(settings[kCVPixelBufferWidthKey] as? Int == 480)
            #expect(settings[kCVPixelBufferHeightKey] as? Int == 640)
            withExtendedLifetime(cameras) {}
        }
    }
}
