import Synchronization

/// Tells any number of listeners what happens; each has a stream of its own, which keeps the newest elements and
/// drops older ones that nobody has taken, so that a slow listener costs no memory.
package final class NewestStreams<Element: Sendable>: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    package init() {}

    deinit { finish() }

    /// What is sent from now on.
    ///
    /// - Parameter count: Most elements that wait to be taken.
    package func stream(keeping count: Int) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(count)) { continuation in
            let number = listeners.withLock { listeners in
                defer { listeners.next += 1 }
                listeners.continuations[listeners.next] = continuation
                return listeners.next
            }
            continuation.onTermination = { [weak self] _ in
                self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
    }

    /// Tells everybody.
    ///
    /// - Returns: How many older elements were dropped for it.
    @discardableResult package func send(_ element: Element) -> Int {
        listeners.withLock { Array($0.continuations.values) }.count { continuation in
            guard case .dropped = continuation.yield(element) else { return false }
            return true
        }
    }

    /// Ends every stream.
    package func finish() {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.finish() }
    }
}
