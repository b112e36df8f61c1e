import Synchronization

/// An observer of a property; it ends when nobody holds it.
public final class NSKeyValueObservation: Hashable, Sendable {
    private struct End {
        let call: @Sendable () -> Void
    }

    private let end: Mutex<End?>

    init(end: @escaping @Sendable () -> Void) {
        self.end = Mutex(End(call: end))
    }

    deinit { invalidate() }

    /// Ends it. The handler is not called any more, but for a call under way.
    public func invalidate() { end.withLock { $0.take() }?.call() }

    /// Whether both are the same observer.
    public static func == (one: NSKeyValueObservation, other: NSKeyValueObservation) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
