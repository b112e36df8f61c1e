import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    /// Programs as tutorials and Apple's samples have them.
    @Suite struct TutorialPortsTests {
        /// Waits until something holds on the main actor.
        ///
        /// - Returns: Whether it came to hold within half a minute.
        private func soon(_ condition: @MainActor () -> Bool) async throws -> Bool {
            for _ in 0..<30_000 {
                if await condition() { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return await condition()
        }

        /// Of a camera that has no 30 frames a second, for which tutorials ask.
        @Test func aScannerKeepsTheCodeAtWhichItHasStopped() async throws {
            let cameras = TestCameras(showing: try TestPicture.showing("qr/level-L.png", x: 200, y: 100))
            cameras.kernels[0].change { state in
                state.formats = [.init(code: "GREY", width: 640, height: 480, rates: [25, 15])]
            }
            let window = CGRect(x: 160, y: 0, width: 320, height: 480)
            let screen = await ScannerScreen(window: window)
            await screen.viewDidLoad(bounds: CGRect(x: 0, y: 0, width: 640, height: 480))
            await screen.viewWillAppear()
            #expect(try await soon { screen.message != ScannerScreen.hint })
            // What a stop might tell would stand behind the call that stopped.
            for _ in 0..<2 { await MainActor.run {} }
            #expect(await screen.message == "Error correction")
            #expect(await screen.codeFrame.contains(CGPoint(x: 282, y: 182)))
            #expect(await !screen.captureSession.isRunning)
            let region = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
            #expect(try await soon { screen.metadataOutput.rectOfInterest == region })
            await screen.viewWillDisappear()
            withExtendedLifetime(cameras) {}
        }

        @Test func anInterruptionIsToldWithItsReason() async throws {
            let cameras = TestCameras()
            let policy = ReconnectPolicy(firstDelay: .milliseconds(10), longestDelay: .milliseconds(10))
            let interruptible = InterruptibleSession(
                session: AVCaptureSession(CaptureSession(reconnectPolicy: policy)))
            let told = Mutex<[String]>([])
            interruptible.onMessage = { message in told.withLock { $0.append(message) } }
            cameras.kernels[0].change { $0.failures["STREAMON"] = EBUSY }
            interruptible.viewWillAppear()
            #expect(
                await eventually { told.withLock { $0.contains("in use by another application") } })
            cameras.kernels[0].change { $0.failures["STREAMON"] = nil }
            #expect(await eventually { told.withLock { $0.contains("resumed") } })
            interruptible.viewWillDisappear()
            #expect(told.withLock { $0.contains("running") && $0.allSatisfy { !$0.hasPrefix("error") } })
            withExtendedLifetime(cameras) {}
        }

        @Test func aPlateTiltsWithItsFace() async throws {
            let cameras = TestCameras(
                showing: try TestPicture.showing("face/astronaut-turned+15.jpg", x: 120, y: 40))
            let overlay = FaceOverlay(bounds: CGRect(x: 0, y: 0, width: 320, height: 240))
            let seen = Mutex<FaceOverlay.Plate?>(nil)
            overlay.onPlates = { plates in
                if let plate = plates.values.first { seen.withLock { $0 = plate } }
            }
            try overlay.configure()
            overlay.session.startRunning()
            #expect(await eventually { seen.withLock { $0 != nil } })
            overlay.session.stopRunning()
            let plate = try #require(seen.withLock { $0 })
            let (left, right) = (plate.corners[0], plate.corners[1])
            // Clockwise as seen: the upper edge falls to the right.
            let tilt = atan2(right.y - left.y, right.x - left.x) * 180 / .pi
            #expect((5...25).contains(tilt))
            #expect((0.7...1).contains(plate.foreshortening))
            withExtendedLifetime(cameras) {}
        }
    }
}
