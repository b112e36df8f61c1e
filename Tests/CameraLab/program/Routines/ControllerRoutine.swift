import AVFoundationCompat

/// Sets a session up, changes between cameras, and tells what it is notified of.
final class ControllerRoutine: Routine {
    private let controller = CameraController()
    private var observations: [NSKeyValueObservation] = []

    init() {
        controller.onError = { Program.tell("event runtimeError \($0.code)") }
        for name in [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification] {
            tell(name) { ($0 as? AVCaptureDevice)?.localizedName ?? "-" }
        }
        tell(.AVCaptureSessionDidStartRunning) { _ in "" }
        tell(.AVCaptureSessionDidStopRunning) { _ in "" }
        observations.append(
            controller.session.observe(\.isRunning, options: .new) { session, _ in
                Program.tell("event isRunning \(session.isRunning)")
            })
    }

    private func tell(_ name: Notification.Name, _ describe: @escaping @Sendable (Any?) -> String) {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
            let words = [name.rawValue, describe(notification.object)].filter { !$0.isEmpty }
            Program.tell("event \(words.joined(separator: " "))")
        }
    }

    func answer(_ command: [String]) async throws -> String {
        switch command.first {
        case "start": controller.start()
        // As the button does that such applications show when a session has stopped.
        case "resume": controller.session.startRunning()
        case "stop": controller.stop()
        case "change":
            let device = await withCheckedContinuation { done in
                controller.changeCamera { done.resume(returning: $0) }
            }
            observations.append(device.tell("isConnected", \.isConnected))
            return device.localizedName
        case "state":
            let name = controller.videoDeviceInput?.device.localizedName ?? "-"
            return "\(controller.setupResult) \(controller.isSessionRunning) \(name)"
        default: return "no such command"
        }
        return "done"
    }
}
