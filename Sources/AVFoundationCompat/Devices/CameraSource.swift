import Capture
import Synchronization

/// Where cameras come from: the system, and in tests cameras that are none.
struct CameraSource: Sendable {
    /// Those that are there.
    var devices: @Sendable () -> [CaptureDevice] = { CaptureDevice.devices() }
    /// Those that come and go, beginning with those that are there.
    var notices: @Sendable () -> AsyncStream<CaptureDevice.Notice> = { CaptureDevice.notices() }

    /// The one that is asked.
    static var current: CameraSource {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    private static let stored = Mutex(CameraSource())
}
