import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Ports

extension CameraTests {
    @Suite struct CameraControllerTests {
        @Test func theSessionRunsAndChangesBetweenTwoCameras() async throws {
            let cameras = TestCameras(2)
            let controller = CameraController()
            controller.start()
            #expect(await eventually { controller.isSessionRunning })
            #expect(controller.setupResult == .success && controller.session.outputs.count == 2)
            #expect(cameras.kernels[0].state.withLock { $0.isStreaming })
            let first = try #require(controller.videoDeviceInput).device
            let second = await withCheckedContinuation { done in
                controller.changeCamera { done.resume(returning: $0) }
            }
            #expect(second != first && second.core === cameras.devices[1])
            #expect(cameras.kernels[1].state.withLock { $0.isStreaming } && cameras.kernels[0].isStreamless)
            #expect(controller.session.inputs == [controller.videoDeviceInput])
            controller.stop()
            #expect(!controller.session.isRunning && cameras.kernels[1].isStreamless)
        }

        @Test func aCameraThatIsUnpluggedIsARuntimeError() async throws {
            let cameras = TestCameras()
            let controller = CameraController()
            let error = Mutex<AVError?>(nil)
            controller.onError = { told in error.withLock { $0 = told } }
            let stopped = Mutex(false)
            let token = NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionDidStopRunning, object: controller.session, queue: nil
            ) { _ in stopped.withLock { $0 = true } }
            controller.start()
            #expect(await eventually { controller.isSessionRunning })
            cameras.kernels[0].change { $0.failures["poll"] = ENODEV }
            #expect(await eventually { stopped.withLock { $0 } && !controller.isSessionRunning })
            #expect(error.withLock { $0?.code } == .deviceWasDisconnected)
            #expect(!controller.session.isRunning && !controller.videoDeviceInput.device.isConnected)
            controller.stop()
            NotificationCenter.default.removeObserver(token)
        }
    }
}

extension ScriptedCamera {
    var isStreamless: Bool { state.withLock { !$0.isStreaming } }
}
