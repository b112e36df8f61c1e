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
            // Nothing more comes of it until there is nothing to look into.
            cameras.cover()
            output.setMetadataObjectsDelegate(log, queue: queue)
            #expect(output.metadataObjectsDelegate === log)
            output.rectOfInterest = .zero
            cameras.cover(false)
            #expect(await eventually { log.counts.withLock { $0.last } == 0 })
            session.stopRunning()
            output.setMetadataObjectsDelegate(nil, queue: nil)
            #expect(output.metadataObjectsDelegate == nil)
            withExtendedLifetime(cameras) {}
        }

        /// As on Apple's systems: whoever stops at the first code keeps it on the screen.
        @Test func isToldNothingByAStopAndTheRestByTheNextFrame() async throws {
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
            session.stopRunning()
            // Twice: what was told there has others behind it.
            for _ in 0..<2 { queue.sync {} }
            #expect(log.counts.withLock { Set($0) } == [1])
            output.rectOfInterest = .zero
            session.startRunning()
            #expect(await eventually { log.counts.withLock { $0.last } == 0 })
            session.stopRunning()
            #expect(log.counts.withLock { $0.count { $0 == 0 } } == 1)
            withExtendedLifetime(cameras) {}
        }

        /// Who stops scanning in this way is told nothing either.
        @Test func isToldNothingByAConnectionThatIsDisabled() async throws {
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
            output.connection(with: .metadataObject)?.isEnabled = false
            let frames = session.core.statistics.first?.capturedFrames ?? 0
            #expect(await eventually { session.core.statistics.first?.capturedFrames ?? 0 > frames + 5 })
            session.stopRunning()
            for _ in 0..<2 { queue.sync {} }
            #expect(log.counts.withLock { Set($0) } == [1])
            withExtendedLifetime(cameras) {}
        }
    }
}
