import Glibc
import Synchronization

extension CaptureDevice {
    /// Takes the right to set properties. Until ``unlockForConfiguration()`` other programs may not set any (their
    /// requests get `EBUSY`, where the driver keeps V4L2's priorities).
    ///
    /// - Throws: ``CaptureError/Code/deviceLockedForConfigurationByAnotherProcess`` if it is locked already, by this
    ///   process or another; other codes if it cannot be opened.
    public func lockForConfiguration() throws(CaptureError) {
        let node = try openNode()
        let isFree = state.withLock { state in
            guard state.lock == nil else { return false }
            state.lock = node
            return true
        }
        guard isFree else { throw locked("another part of this program") }
        do {
            try node.setPriority(isHigh: true)
        } catch  where error.number == EBUSY {
            state.withLock { $0.lock = nil }
            throw locked("another program")
        } catch {
            // A driver without priorities cannot keep others out.
        }
    }

    /// Gives the right back. Without a lock it does nothing.
    public func unlockForConfiguration() {
        let node = state.withLock { state in
            defer { state.lock = nil }
            return state.lock
        }
        try? node?.setPriority(isHigh: false)
    }

    private func locked(_ holder: String) -> CaptureError {
        CaptureError(
            .deviceLockedForConfigurationByAnotherProcess, "\(title) is locked for configuration by \(holder)"
        )
    }

    /// - Throws: ``CaptureError/Code/notLockedForConfiguration`` without a lock.
    func checkLock() throws(CaptureError) {
        guard state.withLock({ $0.lock != nil }) else {
            throw CaptureError(
                .notLockedForConfiguration, "\(title) must be locked for configuration before it is set")
        }
    }
}
