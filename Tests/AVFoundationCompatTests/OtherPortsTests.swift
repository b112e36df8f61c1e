import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite struct OtherPortsTests {
        private static let picture = Result { try TestPicture.showing("qr/level-L.png", x: 200, y: 100) }

        private final class Finds: QRScannerDelegate, Sendable {
            let texts = Mutex<[String]>([])
            func scanner(_ scanner: QRScanner, didFind code: String) { texts.withLock { $0.append(code) } }
            func scanner(_ scanner: QRScanner, didFailWith error: any Error) { Issue.record(error) }
        }

        @Test(arguments: [true, false]) func aScannerFindsWhatIsInItsWindowOnly(isInside: Bool) async throws {
            let cameras = TestCameras(showing: try Self.picture.get())
            let (scanner, finds) = (QRScanner(), Finds())
            scanner.delegate = finds
            let window = CGRect(x: isInside ? 0 : 420, y: 0, width: 200, height: 480)
            scanner.setUp(
                frame: CGRect(x: 0, y: 0, width: 640, height: 480),
                window: isInside ? CGRect(x: 100, y: 50, width: 300, height: 300) : window)
            #expect(await eventually { scanner.captureSession.isRunning })
            if isInside {
                #expect(await eventually { finds.texts.withLock { $0.first } == "Error correction" })
            } else {
                let output = try #require(scanner.captureSession.outputs.first as? AVCaptureMetadataOutput)
                #expect(abs(output.rectOfInterest.minX - 420.0 / 640) < 1e-9)
                #expect(
                    await eventually {
                        (scanner.captureSession.core.statistics.first?.processedFrames ?? 0) > 5
                    })
                #expect(finds.texts.withLock { $0.isEmpty })
            }
            scanner.captureSession.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func anActorStreamsWhatItSees() async throws {
            let cameras = TestCameras(showing: try Self.picture.get())
            let service = CaptureService()
            try await service.start()
            var events = service.events.makeAsyncIterator()
            #expect(await events.next() == "org.iso.QRCode Error correction")
            #expect(await service.isRunning)
            await service.stop()
            withExtendedLifetime(cameras) {}
        }

        @Test func framesHaveTheirPixels() async throws {
            let cameras = TestCameras()
            let reader = FrameReader()
            let seen = Mutex<FrameReader.Colour?>(nil)
            reader.onColour = { colour, _ in seen.withLock { $0 = colour } }
            try reader.configure()
            reader.session.startRunning()
            #expect(await eventually { seen.withLock { $0 != nil } })
            reader.session.stopRunning()
            let colour = try #require(seen.withLock { $0 })
            #expect(colour.red == colour.green && colour.green == colour.blue && colour.red > 200)
            withExtendedLifetime(cameras) {}
        }

        /// Whatever the camera may have is asked for, and what it has not is not set.
        @Test func aPhotoBoothTakesPhotosAndLooksAtSmallFrames() async throws {
            let large = Plane(width: 1920, height: 1080, samples: [UInt8](repeating: 200, count: 1920 * 1080))
            let cameras = TestCameras(showing: large)
            defer { AVCaptureDevice.userPreferredCamera = nil }
            let booth = PhotoBooth()
            try booth.configure()
            booth.start()
            let photo = await withCheckedContinuation { done in
                booth.capturePhoto { data, isSlow in done.resume(returning: (data, isSlow)) }
            }
            #expect(photo.0?.starts(with: [0xff, 0xd8]) == true && !photo.1)
            #expect(
                await eventually { booth.videoOutput.videoSettings[kCVPixelBufferWidthKey] as? Int == 1440 })
            booth.stop()
            #expect(booth.pressure.isEmpty)
            withExtendedLifetime(cameras) {}
        }

        @Test func framesComeWithWhatIsInThem() async throws {
            let cameras = TestCameras(showing: try Self.picture.get())
            let composer = OverlayComposer()
            let seen = Mutex<OverlayComposer.Composition?>(nil)
            composer.onComposition = { composition in
                if !composition.texts.isEmpty { seen.withLock { $0 = $0 ?? composition } }
            }
            try composer.configure()
            composer.session.startRunning()
            #expect(await eventually { seen.withLock { $0 != nil } })
            composer.session.stopRunning()
            let composition = try #require(seen.withLock { $0 })
            #expect(composition.texts == ["Error correction"] && composition.width == 640)
            // In pixels of the very frame.
            #expect(composition.objectTimes == [composition.time])
            #expect(composition.bounds.first.map { $0.minX > 150 && $0.minY > 80 } ?? false)
            withExtendedLifetime(cameras) {}
        }

        @Test func aFaceIsTrackedOnTheMainActor() async throws {
            let cameras = TestCameras(
                showing: try TestPicture.showing("face/astronaut-turned+15.jpg", x: 120, y: 40))
            let tracker = await FaceTracker()
            try await tracker.start(in: CGRect(x: 0, y: 0, width: 320, height: 240))
            var face: FaceTracker.Face?
            for _ in 0..<30_000 where face == nil {
                face = await tracker.faces.values.first
                try await Task.sleep(for: .milliseconds(10))
            }
            await tracker.stop()
            #expect(face?.roll != nil)
            withExtendedLifetime(cameras) {}
        }

        @Test func codeOfTheFirstYearsRuns() throws {
            let cameras = TestCameras()
            let camera = LegacyCamera()
            camera.setup()
            #expect(camera.session.isRunning && camera.session.sessionPreset == .hd1280x720)
            #expect(camera.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }
    }
}
