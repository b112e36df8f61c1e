import AVFoundationCompat
import Capture

/// Focus, exposure, white balance and torch of a camera, and what observers of them see.
final class ControlsRoutine: Routine {
    private let controls: DeviceControls
    private let session = AVCaptureSession()
    private let observations: [NSKeyValueObservation]

    init() throws {
        let device = try AVCaptureDevice.first()
        controls = DeviceControls(device: device)
        observations = [
            device.tell("exposureDuration", \.exposureDuration.seconds), device.tell("iso", \.iso),
            device.tell("lensPosition", \.lensPosition), device.tell("isTorchActive", \.isTorchActive),
            device.tell("isAdjustingExposure", \.isAdjustingExposure),
        ]
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(AVCaptureVideoDataOutput())
    }

    func answer(_ command: [String]) async throws -> String {
        switch command.first {
        case "run": session.startRunning()
        case "tap":
            let point = CGPoint(x: try command.number(1), y: try command.number(2))
            try controls.focusAndExpose(at: point, monitorSubjectAreaChange: true)
        case "continuous": try controls.setContinuous()
        case "focus":
            let position = Float(try command.number(1))
            let time: CMTime = try await withCheckedThrowingContinuation { done in
                do {
                    try controls.lockFocus(at: position) { done.resume(returning: $0) }
                } catch {
                    done.resume(throwing: error)
                }
            }
            return "\(time.seconds)"
        case "exposure":
            let time = try await controls.setExposure(
                time: try command.number(1), gain: Float(try command.number(2)))
            return time.map { "\($0.seconds)" } ?? "refused"
        case "bias": try controls.setBias(Float(try command.number(1)))
        case "white":
            try controls.lockWhiteBalance(
                temperature: Float(try command.number(1)), tint: Float(try command.number(2)))
        case "lamp":
            // Webcams have no torch: somebody says what shines for this one.
            try controls.configure { try? $0.core.setTorchSource(.command(path: command[1])) }
        case "torch": try controls.setTorch(Float(try command.number(1)))
        case "fastest":
            try controls.configureForHighestFrameRate()
            let device = controls.device
            let width = device.activeFormat.formatDescription.dimensions.width
            return "\(width) \(device.activeVideoMinFrameDuration.seconds)"
        case "modes":
            let device = controls.device
            return "\(device.focusMode) \(device.exposureMode) \(device.whiteBalanceMode) \(device.torchMode)"
        default: return "no such command"
        }
        return "done"
    }
}
