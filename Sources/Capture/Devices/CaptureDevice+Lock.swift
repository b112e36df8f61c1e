import Glibc
import Synchronization

extension CaptureDevice {
    /// Takes the right to set properties. Until ``unlockForConfiguration()`` other programs may not set any (their
    /// requests get `EBUSY`, where the driver keeps V4L2's priorities).
    ///
    /// As on Apple's systems the lock is the program's: a program that holds it may take it again, on any thread, and
    /// gives it back with as many calls of ``unlockForConfiguration()``.
    ///
    /// - Throws: ``CaptureError/Code/deviceLockedForConfigurationByAnotherProcess`` if another program holds it; other
    ///   codes if the camera cannot be opened.
    public func lockForConfiguration() throws(CaptureError) {
        let node = try openNode()
        let isRefused = state.withLock { state in
            if state.locks == 0 {
                do throws(SystemFailure) {
                    try node.setPriority(isHigh: true)
                } catch {
                    if error.number == EBUSY { return true }
                    // A driver without priorities cannot keep others out.
                }
                state.lock = node
            }
            state.locks += 1
            return false
        }
        guard !isRefused else {
            throw CaptureError(
                .deviceLockedForConfigurationByAnotherProcess,
                "\(title) is locked for configuration by another program")
        }
    }

    /// Gives the right back, with the last of as many calls as there were of ``lockForConfiguration()``. Without a lock
    /// it does nothing.
    public func unlockForConfiguration() {
        state.withLock { state in
            guard state.locks > 0 else { return }
            state.locks -= 1
            guard state.locks == 0 else { return }
            try? state.lock?.setPriority(isHigh: false)
            state.lock = nil
        }
    }

    /// - Throws: ``CaptureError/Code/notLockedForConfiguration`` without a lock.
    func checkLock() throws(CaptureError) {
        guard state.withLock({ $0.locks > 0 }) else {
            throw CaptureError(
                .notLockedForConfiguration, "\(title) must be locked for configuration before it is set")
        }
    }
}
