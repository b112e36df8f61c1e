import Capture

/// A session and its camera.
final class Camera: Sendable {
    private let session = CaptureSession()
    private let events: AsyncStream<CaptureSessionEvent>
    private let device: CaptureDevice
    private let input: CaptureDeviceInput
    private let colours = Colours()
    private let metered: Metered
    private let series = Series()

    init() throws(CaptureError) {
        device = try Self.found()
        input = CaptureDeviceInput(device: device)
        metered = Metered(device: device)
        events = session.events()
    }

    /// The camera as any part of a program finds it.
    private static func found() throws(CaptureError) -> CaptureDevice {
        guard let device = CaptureDevice.default() else {
            throw CaptureError(.deviceNotConnected, "there is no camera")
        }
        return device
    }

    /// Tells what happens to the session.
    func tellEvents() async {
        for await event in events {
            switch event {
            case .didStartRunning: Program.tell("event didStartRunning")
            case .didStopRunning: Program.tell("event didStopRunning")
            case .sourceDidStart(_, let format): Program.tell("event sourceDidStart \(format)")
            case .runtimeError(let error, _): Program.tell("event runtimeError \(error.code)")
            case .wasInterrupted, .interruptionEnded, .frameFailed, .sourceDidEnd: break
            }
        }
    }

    /// Carries a command out.
    func answer(_ command: [String]) async throws -> String {
        switch (command.first, command.dropFirst().first ?? "") {
        case ("add", _):
            guard session.canAddInput(input) else { return "refused" }
            try session.addInput(input)
        case ("colours", let format):
            if colours.output.connections.isEmpty { try session.addOutput(colours.output) }
            return try await colours.samples(format, at: Array(command.dropFirst(2)))
        case ("meter", _):
            return try await metered.lumas(Array(command.dropFirst()), in: session)
        case ("series", _):
            return try await series.taken(Array(command.dropFirst()), in: session)
        case ("start", _): try await session.startRunning()
        case ("stop", _): await session.stopRunning()
        case ("begin", _): session.beginConfiguration()
        case ("commit", _): try session.commitConfiguration()
        case ("preset", let name):
            try session.setSessionPreset(CaptureSessionPreset(rawValue: name) ?? .high)
        case ("format", let code):
            let device = try Self.found()
            try device.setActiveFormat(device.formats.first { $0.pixelFormat.name == code })
        case ("rate", let rate):
            try Self.found().setActiveVideoMinFrameDuration(.seconds(1) / (Int(rate) ?? 1))
        case ("lock", _): try Self.found().lockForConfiguration()
        case ("unlock", _): try Self.found().unlockForConfiguration()
        case ("object", _):
            return try Self.found() === device ? "the same" : "another"
        case ("state", _): return state
        default: return "no such command"
        }
        return "done"
    }

    /// Whether it runs, its preset, frames captured, and what is delivered.
    private var state: String {
        let statistics = session.statistics.first
        return [
            session.isRunning ? "running" : "stopped", session.sessionPreset.rawValue,
            "\(statistics?.capturedFrames ?? 0)",
            statistics?.format ?? "-",
        ].joined(separator: " ")
    }
}
