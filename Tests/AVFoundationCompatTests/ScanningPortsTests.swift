import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    /// Programs as they are written for an iPhone, of what the others do not use.
    @Suite struct ScanningPortsTests {
        private static func code() throws -> Plane {
            try TestPicture.showing("qr/plain.png", x: 40, y: 60)
        }

        /// Where it is drawn is where it is looked for; codes and faces are where they are in the very frame.
        @Test func framesComeWithWhatIsInThem() async throws {
            let cameras = TestCameras(showing: try Self.code())
            for window in [
                CGRect(x: 0, y: 0, width: 400, height: 480), CGRect(x: 560, y: 0, width: 80, height: 40),
            ] {
                let scanner = SynchronizedScanner()
                let events = Mutex<[String]>([])
                scanner.onEvent = { event in events.withLock { $0.append(event) } }
                try scanner.configure()
                scanner.previewLayer.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
                scanner.windowRect = window
                scanner.observe()
                scanner.start()
                let isSeen = window.minX == 0
                #expect(
                    await eventually {
                        scanner.dataOutputQueue.sync {
                            isSeen ? !scanner.seen.isEmpty : scanner.frameCount > 10
                        }
                    })
                scanner.stop()
                // Neither an error nor times that differ; who does not observe any more is told no end.
                #expect(events.withLock { $0.allSatisfy { $0 == "stopped" } })
                #expect(scanner.seen.isEmpty == !isSeen)
                for (text, bounds, time) in scanner.seen {
                    #expect(!text.isEmpty && time.isNumeric)
                    // In the pixels of the frame.
                    #expect(bounds.minX >= 40 && bounds.minY >= 60 && bounds.width > 20, "\(bounds)")
                }
            }
            withExtendedLifetime(cameras) {}
        }

        @Test func aPhotoTellsItsDelegateEverythingInItsOrder() async throws {
            let cameras = TestCameras()
            let screen = SettingsScreen()
            try screen.configure()
            screen.session.startRunning()
            try screen.lockWhiteBalance()
            #expect(screen.describe().count == 4 + screen.device.formats.count)
            let processor = await withCheckedContinuation { done in
                screen.capture(bracketed: false) { done.resume(returning: $0) }
            }
            #expect(processor.calls == ["begin 1 false 640x480", "will", "did", "photo 1 of 1", "end"])
            #expect(processor.photoData.count == 1)
            screen.session.stopRunning()
            #expect(screen.text == ["running true", "running false"])
            withExtendedLifetime(cameras) {}
        }

        /// What is seen by one is never drawn in the other's preview.
        @Test func eachOfTwoCamerasIsScannedAndDrawnByItself() async throws {
            let cameras = TestCameras(2, showing: try Self.code())
            let scanner = TwoCameraScanner()
            scanner.configure()
            #expect(scanner.problem == nil)
            #expect(scanner.layers.map { $0.connection?.isVideoMirrored } == [false, true])
            scanner.session.startRunning()
            func count(_ index: Int) -> Int { scanner.queue.sync { scanner.drawn.count { $0.0 == index } } }
            #expect(await eventually { count(0) > 0 && count(1) > 0 })
            let drawn = scanner.queue.sync { scanner.drawn }
            let left = try #require(drawn.first { $0.0 == 0 }).2
            let right = try #require(drawn.first { $0.0 == 1 }).2
            // As in a mirror.
            #expect(abs(left.x + right.x - 320) < 1 && abs(left.y - right.y) < 1, "\(left) \(right)")
            scanner.setScanning(false, camera: 0)
            scanner.removePreview(of: 0)
            let before = count(1)
            #expect(await eventually { count(1) > before + 3 })
            let rest = count(0)
            let later = count(1)
            #expect(await eventually { count(1) > later + 3 })
            #expect(count(0) == rest)
            scanner.session.stopRunning()
            #expect(scanner.problem == nil)
            withExtendedLifetime(cameras) {}
        }
    }
}
