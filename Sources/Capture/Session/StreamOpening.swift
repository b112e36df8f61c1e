import Dispatch
import Synchronization

/// One attempt to open an input's stream, and whoever waits to hear how it ended.
final class StreamOpening: Sendable {
    /// Why it is opened.
    enum Reason {
        /// It is new. If it cannot be opened and is not to be waited for, it does not run at all.
        case start
        /// What it was opened with has changed. If it cannot be opened, ``restoration`` comes next.
        case change
        /// As it was before. If it cannot be opened, it is lost like any other.
        case restoration
    }

    let reason: Reason
    private let isWithdrawn: @Sendable () -> Bool
    private let result = Mutex<Result<Void, CaptureError>?>(nil)
    private let isKnown = DispatchSemaphore(value: 0)

    /// - Parameter isWithdrawn: Whether nobody wants it any more; asked now and then until it ends.
    init(_ reason: Reason, unless isWithdrawn: @escaping @Sendable () -> Bool = { false }) {
        self.reason = reason
        self.isWithdrawn = isWithdrawn
    }

    /// Whether nobody wants it any more. Never once it has ended: what is open is stopped, and not lost.
    var isCancelled: Bool { result.withLock { $0 == nil } && isWithdrawn() }

    /// Tells how it ended; only the first call matters.
    func end(_ error: CaptureError?) {
        result.withLock { $0 = $0 ?? error.map(Result.failure) ?? .success(()) }
        isKnown.signal()
    }

    /// Waits for the end; called once.
    func wait() -> CaptureError? {
        isKnown.wait()
        guard case .failure(let error) = result.withLock(\.self) else { return nil }
        return error
    }
}
