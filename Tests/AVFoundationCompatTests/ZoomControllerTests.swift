import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Ports

extension CameraTests {
    @Suite struct ZoomControllerTests {
        private let cameras = TestCameras()

        private func observed() throws -> (ZoomController, AVCaptureDevice, Record) {
            let device = try #require(AVCaptureDevice.default(for: .video))
            let (controller, record) = (ZoomController(device: device), Record())
            controller.startObserving(
                zoom: { value in record.zooms.withLock { $0.append(value) } },
                ramping: { isRamping in record.ramps.withLock { $0.append(isRamping) } })
            return (controller, device, record)
        }

        final class Record: Sendable {
            let zooms = Mutex<[CGFloat]>([])
            let ramps = Mutex<[Bool]>([])
        }

        @Test func aRampIsSeenFromBeginToEnd() async throws {
            let (controller, device, record) = try observed()
            #expect(controller.maximum == 4)
            controller.zoom(to: 3, animated: true)
            #expect(device.isRampingVideoZoom)
            #expect(await eventually { record.ramps.withLock { $0 } == [true, false] })
            let zooms = record.zooms.withLock { $0 }
            #expect(zooms.first == 1 && zooms.last == 3 && zooms == zooms.sorted() && zooms.count > 5)
            controller.zoom(to: 9, animated: false)
            #expect(device.videoZoomFactor == 4 && record.zooms.withLock { $0.last } == 4)
            controller.stopObserving()
        }

        @Test func aRampThatIsCancelledComesToAGentleEnd() async throws {
            let (controller, device, record) = try observed()
            controller.zoom(to: 4, animated: true)
            #expect(await eventually { device.videoZoomFactor > 1.5 })
            controller.stop()
            let cancelled = device.videoZoomFactor
            #expect(await eventually { record.ramps.withLock { $0 } == [true, false] })
            let end = device.videoZoomFactor
            #expect(end >= cancelled && end < 4)
            let steps = record.zooms.withLock { zooms in zip(zooms.dropFirst(), zooms).map { log2($0 / $1) } }
            // The last steps are smaller than those before them.
            #expect((steps.last ?? 1) < (steps.max() ?? 0) / 2, "\(steps)")
        }
    }
}
