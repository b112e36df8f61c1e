import Synchronization

/// The observers of one object's properties.
final class PropertyObservers: Sendable {
    private struct State {
        var next = 0
        /// Each looks at its property and tells if it has changed.
        var checks: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Adds one.
    ///
    /// - Returns: Its number, and whether it is the first.
    func add(_ check: @escaping @Sendable () -> Void) -> (number: Int, isFirst: Bool) {
        state.withLock { state in
            defer { state.next += 1 }
            state.checks[state.next] = check
            return (state.next, state.checks.count == 1)
        }
    }

    /// Removes one.
    ///
    /// - Returns: Whether it was the last.
    func remove(_ number: Int) -> Bool {
        state.withLock { $0.checks.removeValue(forKey: number) != nil && $0.checks.isEmpty }
    }

    /// Has all look, in the order in which they came.
    func check() {
        let checks = state.withLock { $0.checks.isEmpty ? [] : $0.checks.sorted { $0.key < $1.key } }
        for (_, check) in checks { check() }
    }
}
