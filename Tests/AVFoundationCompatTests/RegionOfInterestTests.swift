import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// Where objects are looked for, and where they are in a layer.
    @Suite struct RegionOfInterestTests {
        private static let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        private static let nothing = [
            CGRect(x: 0.2, y: 0.2, width: 0.5, height: 0), CGRect(x: 0.2, y: 0.2, width: 0, height: 0.5),
            CGRect(x: 1.5, y: 0, width: 1, height: 1), CGRect(x: 1, y: 0, width: 1, height: 1), .null, .zero,
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
            CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
            CGRect(x: 0, y: -CGFloat.infinity, width: 1, height: CGFloat.infinity),
            CGRect(x: 1e308, y: 0, width: 1e308, height: 1),
        ]

        @Test(arguments: nothing) func inARectangleOutsideThePictureThereIsNothing(rect: CGRect) throws {
            let output = AVCaptureMetadataOutput()
            let core = try #require(output.core as? CaptureMetadataOutput)
            output.rectOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
            #expect(!core.isBlind)
            output.rectOfInterest = rect
            #expect(core.isBlind && output.rectOfInterest.origin.x.bitPattern == rect.origin.x.bitPattern)
            output.rectOfInterest = CGRect(x: 1.2, y: 1.2, width: -0.5, height: -0.5)
            #expect(!core.isBlind && abs(core.rectOfInterest.minX - 0.7) < 1e-9)
        }

        private final class Log: AVCaptureMetadataOutputObjectsDelegate, Sendable {
            let counts = Mutex<[Int]>([])

            func metadataOutput(
                _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
                from connection: AVCaptureConnection
            ) { counts.withLock { $0.append(metadataObjects.count) } }
        }

        @Test func whatWasInViewIsGoneWhenThereIsNothingToLookInto() async throws {
            let cameras = TestCameras(showing: try TestPicture.showing("qr/level-L.png", x: 200, y: 100))
            let (session, output, log) = (AVCaptureSession(), AVCaptureMetadataOutput(), Log())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.addOutput(output)
            output.metadataObjectTypes = [.qr]
            output.setMetadataObjectsDelegate(log, queue: DispatchQueue(label: "delegate"))
            session.startRunning()
            #expect(await eventually { log.counts.withLock { $0.last } == 1 })
            output.rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 0)
            #expect(await eventually { log.counts.withLock { $0.last } == 0 })
            #expect(output.metadataObjectTypes == [.qr])
            let frames = session.core.statistics.first?.processedFrames ?? 0
            #expect(await eventually { session.core.statistics.first?.processedFrames ?? 0 > frames + 5 })
            #expect(log.counts.withLock { $0.count { $0 == 0 } == 1 && $0.last == 0 })
            output.rectOfInterest = Self.whole
            #expect(await eventually { log.counts.withLock { $0.last } == 1 })
            session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func anObjectIsTransformedBeforeTheFirstPicture() throws {
            let cameras = TestCameras(2)
            let session = AVCaptureSession()
            for device in cameras.devices {
                session.addInput(try AVCaptureDeviceInput(device: .wrapping(device)))
            }
            let output = AVCaptureMetadataOutput()
            session.addOutput(output)
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
            let bounds = CGRect(x: 0.25, y: 0.5, width: 0.1, height: 0.1)
            let code = MetadataMachineReadableCodeObject(
                type: .qr, time: .zero, timeInView: .zero, bounds: bounds, objectID: 1, confidence: 1,
                engine: .zxing, step: "test", corners: [CGPoint(x: 0.25, y: 0.5)],
                content: CodeContent(bytes: [0x41], text: "A"))
            let place = CGRect(x: 80, y: 120, width: 32, height: 24)
            #expect(layer.layerRectConverted(fromMetadataOutputRect: bounds) == place)
            let sources: [CaptureConnection?] = [nil] + output.connections.map(\.core)
            let seen = sources.map {
                layer.transformedMetadataObject(for: AVMetadataObject.wrapping(code, from: $0))?.bounds
            }
            // The layer has the first camera.
            #expect(seen == [place, place, nil])
            withExtendedLifetime(cameras) {}
        }
    }
}
