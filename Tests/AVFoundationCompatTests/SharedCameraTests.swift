import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// Several sessions of one program that want one camera, as of screens of which one takes another's place.
    @Suite struct SharedCameraTests {
        private let cameras = TestCameras(2)

        /// What a session's notifications say.
        private final class Told: @unchecked Sendable {
            let all = Mutex<[String]>([])
            private var observers: [any NSObjectProtocol] = []

            init(_ session: AVCaptureSession) {
                let names: [Notification.Name] = [
                    .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded,
                    .AVCaptureSessionRuntimeError,
                ]
                observers = names.map { name in
                    NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                        [weak self] notification in
                        let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
                        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                        let word =
                            switch name {
                            case .AVCaptureSessionWasInterrupted: "interrupted \(reason ?? 0)"
                            case .AVCaptureSessionInterruptionEnded: "ended"
                            default:
                                "failed \(error?.code.rawValue ?? 0): \(error?.localizedDescription ?? "")"
                            }
                        self?.all.withLock { $0.append(word) }
                    }
                }
            }

            deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

            /// What was posted up to now.
            var words: [String] {
                PostedNotifications.queue.sync {}
                return all.withLock { $0 }
            }
        }

        private func session(of camera: Int = 0) throws -> AVCaptureSession {
            let session = AVCaptureSession()
            session.addInput(try input(of: camera))
            session.addOutput(AVCaptureVideoDataOutput())
            return session
        }

        private func input(of camera: Int) throws -> AVCaptureDeviceInput {
            try AVCaptureDeviceInput(device: .wrapping(cameras.devices[camera]))
        }

        @Test func theSessionThatIsStartedLastHasTheCamera() async throws {
            let (first, second) = (try session(), try session())
            let (firstTold, secondTold) = (Told(first), Told(second))
            first.startRunning()
            second.startRunning()
            #expect(second.isRunning && !second.isInterrupted)
            #expect(!first.isRunning && first.isInterrupted)
            #expect(firstTold.words == ["interrupted 3"])
            second.stopRunning()
            #expect(await eventually { firstTold.words == ["interrupted 3", "ended"] })
            #expect(first.isRunning && !first.isInterrupted)
            first.stopRunning()
            #expect(secondTold.words.isEmpty && cameras.kernels[0].isReleased)
        }

        @Test func oneThatIsStartedAgainTakesItBack() async throws {
            let (first, second) = (try session(), try session())
            let (firstTold, secondTold) = (Told(first), Told(second))
            first.startRunning()
            second.startRunning()
            first.startRunning()
            #expect(first.isRunning && second.isInterrupted)
            #expect(firstTold.words == ["interrupted 3", "ended"])
            #expect(secondTold.words == ["interrupted 3"])
            first.stopRunning()
            #expect(await eventually { second.isRunning })
            second.stopRunning()
        }

        @Test func oneThatWasStoppedMeanwhileStaysSo() throws {
            let (first, second) = (try session(), try session())
            let told = Told(first)
            first.startRunning()
            second.startRunning()
            first.stopRunning()
            #expect(!first.isInterrupted)
            second.stopRunning()
            AVCaptureSession.resuming.sync {}
            #expect(!first.isRunning && cameras.kernels[0].isReleased)
            #expect(told.words == ["interrupted 3"])
        }

        /// The one in the middle is stopped first: the camera is the last one's still.
        @Test func threeWaitForEachOther() async throws {
            let sessions = [try session(), try session(), try session()]
            for session in sessions { session.startRunning() }
            #expect(sessions.map(\.isInterrupted) == [true, true, false])
            sessions[1].stopRunning()
            AVCaptureSession.resuming.sync {}
            #expect(sessions.map(\.isRunning) == [false, false, true])
            sessions[2].stopRunning()
            #expect(await eventually { sessions[0].isRunning })
            #expect(sessions.map(\.isRunning) == [true, false, false])
            sessions[0].stopRunning()
        }

        @Test func aSessionThatIsGoneGivesTheCameraBack() async throws {
            let first = try session()
            first.startRunning()
            do {
                let second = try session()
                second.startRunning()
                #expect(first.isInterrupted)
            }
            #expect(await eventually { first.isRunning })
            first.stopRunning()
        }

        /// As a program changes cameras while it runs.
        @Test func inputsOfARunningSessionTakeAndGive() async throws {
            let (first, second) = (try session(of: 0), try session(of: 1))
            first.startRunning()
            second.startRunning()
            #expect(first.isRunning && second.isRunning)
            let (old, new) = (try #require(second.inputs.first), try input(of: 0))
            second.beginConfiguration()
            second.removeInput(old)
            second.addInput(new)
            #expect(first.isRunning)
            second.commitConfiguration()
            #expect(second.isRunning && first.isInterrupted)
            second.removeInput(new)
            #expect(await eventually { first.isRunning })
            second.addInput(new)
            #expect(first.isInterrupted)
            second.stopRunning()
            #expect(await eventually { first.isRunning })
            first.stopRunning()
        }

        /// As where one screen's session is stopped on its queue, and the next one's is started on another.
        @Test func aSessionThatIsJustBeingStoppedIsWaitedFor() throws {
            let (first, second) = (try session(), try session())
            let told = Told(second)
            for _ in 0..<20 {
                first.startRunning()
                let queue = DispatchQueue(label: "first screen")
                queue.async { first.stopRunning() }
                second.startRunning()
                #expect(second.isRunning)
                queue.sync {}
                second.stopRunning()
            }
            #expect(told.words.isEmpty)
            AVCaptureSession.resuming.sync {}
            #expect(!first.isRunning)
        }

        /// Who has started the library's own session is told what to do.
        @Test func theLibrarysOwnSessionKeepsItsCamera() throws {
            let (own, second) = (CaptureSession(), try session())
            let told = Told(second)
            try own.addInput(CaptureDeviceInput(device: cameras.devices[0]))
            try own.startRunning()
            second.startRunning()
            #expect(own.isRunning && !second.isRunning)
            #expect(told.words.count == 1 && told.words.first?.hasPrefix("failed -11815") == true)
            #expect(told.words.first?.contains("stop that one first, or add the outputs to it") == true)
            own.stopRunning()
        }
    }
}
