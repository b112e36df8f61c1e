import Synchronization

/// How many pictures cameras take to show a setting, as far as that has been seen.
final class CameraLatencies: Sendable {
    private let known = Mutex<[String: Int]>([:])

    /// Pictures after which a camera shows what it was set to, whatever it is.
    func frames(of device: CaptureDevice) -> Int {
        let seen = known.withLock { $0[device.uniqueID] }
        return seen.map { $0 + 2 } ?? BracketSeries.mostFrames
    }

    /// Whether that has been seen.
    func isKnown(of device: CaptureDevice) -> Bool { known.withLock { $0[device.uniqueID] != nil } }

    /// Notes what was seen; the longest counts.
    func note(_ frames: Int, of device: CaptureDevice) {
        known.withLock { $0[device.uniqueID] = max($0[device.uniqueID] ?? 0, frames) }
    }
}
