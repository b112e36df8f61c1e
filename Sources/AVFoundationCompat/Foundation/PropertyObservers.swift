import Synchronization

/// The observers of one object's properties.
final class PropertyObservers: Sendable {
    private struct State {
        var next = 0
        /// Each looks at its property and tells if it has changed.
        var checks: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Whether there are any.
    var areSome: Bool { state.withLock { !$0.checks.isEmpty } }

    /// Adds one.
    ///
    /// - Returns: Its number.
    func add(_ check: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.checks[state.next] = check
            return state.next
        }
    }

    /// Removes one.
    func remove(_ number: Int) {
        // What it holds ends outside of the lock.
        let removed = state.withLock { $0.checks.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }

    /// Has all look, in the order in which they came.
    func check() {
        let checks = state.withLock { $0.checks.isEmpty ? [] : $0.checks.sorted { $0.key < $1.key } }
        for (_, check) in checks { check() }
    }
}
