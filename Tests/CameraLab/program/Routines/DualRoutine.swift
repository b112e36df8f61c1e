import AVFoundationCompat
import Capture
import Decoders
import MetadataOutput

/// Draws two cameras, each in a layer of its own.
final class DualRoutine: Routine {
    private let controller = DualCameraController()
    private let seen = Seen()

    /// What the samples' delegate was told.
    private final class Seen: @unchecked Sendable {
        private let lock = NSLock()
        private var sizes: [String: String] = [:]

        func note(_ device: AVCaptureDevice, _ size: CMVideoDimensions) {
            lock.withLock { sizes[device.localizedName] = "\(size.width)x\(size.height)" }
        }

        var text: String {
            let sizes = lock.withLock { self.sizes }.sorted { $0.key < $1.key }
            return sizes.map { "\($0.key) \($0.value)" }.joined(separator: "|")
        }
    }

    init() throws {
        controller.onFrame = { [seen] device, _, size in seen.note(device, size) }
        for layer in [controller.backPreviewLayer, controller.frontPreviewLayer] {
            layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
        }
    }

    func answer(_ command: [String]) async throws -> String {
        switch command.first {
        case "place":
            // Which camera is where, as nobody else knows.
            for (name, position) in [(command[1], CaptureDevice.Position.back), (command[2], .front)] {
                guard let device = CaptureDevice.devices().first(where: { $0.localizedName == name }) else {
                    throw RoutineError("there is no \(name)")
                }
                CaptureDevice.setPlacement(
                    .init(position: position, deviceType: .builtInWideAngleCamera), of: device.uniqueID)
            }
        case "start":
            try controller.configure()
            controller.session.startRunning()
        case "stop": controller.session.stopRunning()
        case "seen": return seen.text
        case "costs": return "\(controller.session.hardwareCost) \(controller.session.systemPressureCost)"
        case "draw":
            let back = try await draw(controller.backPreviewLayer)
            return "\(back)|\(try await draw(controller.frontPreviewLayer))"
        default: return "no such command"
        }
        return "done"
    }

    /// Draws the next picture as far as to say how bright four places of the layer are: the middles of its quarters.
    private func draw(_ layer: AVCaptureVideoPreviewLayer) async throws -> String {
        for await shown in layer.core.frames() {
            guard let transform = shown.transform else { continue }
            let luma = try StandardPictureDecoder().frame(from: shown.picture).luma
            return [(80, 60), (240, 60), (80, 180), (240, 180)].map { x, y in
                let point = transform.captureDevicePointConverted(fromLayerPoint: CGPoint(x: x, y: y))
                let column = Int(point.x * Double(luma.width))
                let row = Int(point.y * Double(luma.height))
                return "\(luma.withBytes { $0[row * luma.bytesPerRow + column] })"
            }.joined(separator: ",")
        }
        throw RoutineError("no picture")
    }
}
