import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// A delegate that is set again, as programs do each time their view comes on screen.
    @Suite struct SameDelegateTests {
        private final class Log: AVCaptureMetadataOutputObjectsDelegate, Sendable {
            let counts = Mutex<[Int]>([])

            func metadataOutput(
                _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
                from connection: AVCaptureConnection
            ) { counts.withLock { $0.append(metadataObjects.count) } }
        }

        @Test func isToldThatWhatItKnowsIsGone() async throws {
            let cameras = TestCameras(showing: try TestPicture.showing("qr/level-L.png", x: 200, y: 100))
            let (session, output, log) = (AVCaptureSession(), AVCaptureMetadataOutput(), Log())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            output.metadataObjectTypes = [.qr]
            let queue = DispatchQueue(label: "delegate")
            output.setMetadataObjectsDelegate(log, queue: queue)
            session.startRunning()
            #expect(await eventually { log.counts.withLock { $0.last } == 1 })
            // Nothing more comes of it until the stop.
            cameras.cover()
            output.setMetadataObjectsDelegate(log, queue: queue)
            #expect(output.metadataObjectsDelegate === log)
            session.stopRunning()
            #expect(await eventually { log.counts.withLock { $0.last } == 0 })
            output.setMetadataObjectsDelegate(nil, queue: nil)
            #expect(output.metadataObjectsDelegate == nil)
            withExtendedLifetime(cameras) {}
        }
    }
}
