import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite struct DualCameraControllerTests {
        @Test func bothCamerasComeOverConnectionsMadeByHand() async throws {
            let cameras = TestCameras(2)
            let controller = DualCameraController()
            try controller.configure()
            #expect(controller.session.connections.count == 4 && controller.session.outputs.count == 2)
            #expect(controller.backPreviewLayer.connection != controller.frontPreviewLayer.connection)
            #expect(controller.frontPreviewLayer.connection?.isVideoMirrored == true)
            #expect(controller.session.sessionPreset == .inputPriority)
            let seen = Mutex<[String: CMVideoDimensions]>([:])
            controller.onFrame = { device, time, dimensions in
                #expect(time.isNumeric)
                seen.withLock { $0[device.core.path] = dimensions }
            }
            controller.session.startRunning()
            #expect(await eventually { seen.withLock { $0.count } == 2 })
            // Turned upright.
            #expect(seen.withLock { Set($0.values) } == [CMVideoDimensions(width: 480, height: 640)])
            #expect(await eventually { controller.session.systemPressureCost > 0 })
            #expect(controller.session.hardwareCost == 0)
            try controller.reduceCosts()
            controller.session.stopRunning()
            #expect(cameras.kernels.allSatisfy { $0.isStreamless })
        }
    }
}
