import AVFoundationCompat

/// Zooms smoothly.
final class ZoomRoutine: Routine {
    private let controller: ZoomController

    init() throws {
        controller = ZoomController(device: try .first())
        controller.startObserving(
            zoom: { Program.tell("event zoom \($0)") }, ramping: { Program.tell("event ramping \($0)") })
    }

    func answer(_ command: [String]) async throws -> String {
        switch command.first {
        case "ramp": controller.zoom(to: try command.number(1), animated: true)
        case "to": controller.zoom(to: try command.number(1), animated: false)
        case "stop": controller.stop()
        default: return "no such command"
        }
        return "done"
    }
}
