import Capture
import Synchronization

extension AVCaptureDevice {
    /// A camera was plugged in; it is the notification's object.
    public static let wasConnectedNotification = Notification.Name("AVCaptureDeviceWasConnectedNotification")
    /// A camera was unplugged; it is the notification's object.
    public static let wasDisconnectedNotification = Notification.Name(
        "AVCaptureDeviceWasDisconnectedNotification")
    /// What a camera sees is something else now, and has been for half a second; the camera is the notification's object.
    /// Posted while ``isSubjectAreaChangeMonitoringEnabled``.
    public static let subjectAreaDidChangeNotification =
        Notification.Name("AVCaptureDeviceSubjectAreaDidChangeNotification")

    /// Begins to tell of cameras that come and go, if nobody has yet.
    static func watchForChanges() { DeviceWatch.shared.begin() }
}

extension Notification.Name {
    /// A camera was plugged in.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// A camera was unplugged.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
    /// What a camera sees is something else now.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}

/// Tells of cameras that come and go, as soon as somebody has asked for cameras.
final class DeviceWatch: Sendable {
    static let shared = DeviceWatch()

    private struct State {
        var hasBegun = false
        var sessions: [Weak] = []
    }

    private struct Weak {
        weak var session: AVCaptureDevice.DiscoverySession?
    }

    private let state = Mutex(State())

    /// Has observers of a search told too.
    func add(_ session: AVCaptureDevice.DiscoverySession) {
        state.withLock { state in
            state.sessions.removeAll { $0.session == nil }
            state.sessions.append(Weak(session: session))
        }
        begin()
    }

    /// Begins, if nobody has yet.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        let source = CameraSource.current
        let known = source.devices()
        let notices = source.notices()
        Task {
            // Those that are there already come first, and are no news.
            var old = known
            for await notice in notices {
                switch notice {
                case .wasConnected(let device):
                    if let place = old.firstIndex(where: { $0 === device }) {
                        old.remove(at: place)
                    } else {
                        tell(AVCaptureDevice.wasConnectedNotification, of: device)
                    }
                case .wasDisconnected(let device):
                    old.removeAll { $0 === device }
                    tell(AVCaptureDevice.wasDisconnectedNotification, of: device)
                }
            }
            state.withLock { $0.hasBegun = false }
        }
    }

    private func tell(_ name: Notification.Name, of device: CaptureDevice) {
        let device = AVCaptureDevice.wrapping(device)
        PostedNotifications.post(name, of: device)
        device.didChange()
        for session in state.withLock({ $0.sessions }) { session.session?.didChange() }
    }
}
