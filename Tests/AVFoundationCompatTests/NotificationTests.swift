import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// On which threads notifications come.
    @Suite struct NotificationTests {
        private static let names: [Notification.Name] = [
            .AVCaptureSessionDidStartRunning, .AVCaptureSessionDidStopRunning, .AVCaptureSessionRuntimeError,
            .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded,
            .AVCaptureInputPortFormatDescriptionDidChange,
        ]

        /// Foundation lets who posts wait for observers on the main queue, which may wait for who starts a session.
        @Test func theyComeOnAQueueOfTheirOwn() async throws {
            let cameras = TestCameras()
            let key = DispatchSpecificKey<Bool>()
            PostedNotifications.queue.setSpecific(key: key, value: true)
            defer { PostedNotifications.queue.setSpecific(key: key, value: nil) }
            let places = Mutex<[Notification.Name: Set<Bool>]>([:])
            let observers = Self.names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    let isThere = DispatchQueue.getSpecific(key: key) ?? false
                    _ = places.withLock { $0[name, default: []].insert(isThere) }
                }
            }
            defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
            let device = try #require(AVCaptureDevice.default(for: .video))
            let sessions = try (0..<2).map { _ in
                let session = AVCaptureSession()
                session.addInput(try AVCaptureDeviceInput(device: device))
                session.addOutput(AVCaptureVideoDataOutput())
                return session
            }
            for session in sessions { session.startRunning() }
            sessions[1].stopRunning()
            #expect(await eventually { sessions[0].isRunning })
            cameras.kernels[0].change { $0.failures["poll"] = ENODEV }
            #expect(await eventually { !sessions[0].isRunning })
            PostedNotifications.queue.sync {}
            #expect(places.withLock { $0.count } >= 3)
            #expect(places.withLock { $0.values.allSatisfy { $0 == [true] } })
        }
    }
}
