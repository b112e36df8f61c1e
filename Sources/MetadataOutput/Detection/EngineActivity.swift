import Synchronization

/// Which engines are at work in this process, for one that keeps a process for one search at a time: whoever finds it
/// dead can say of whom it died.
package enum EngineActivity {
    private struct State {
        /// One more than once if it works on two threads.
        var active: [Engine] = []
        var observer: (@Sendable ([Engine]) -> Void)?
    }

    private static let state = Mutex(State())

    /// Has `observer` told of those at work whenever these change.
    package static func observe(_ observer: @escaping @Sendable ([Engine]) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Calls `body`, in which `engine` works and no other does on this thread.
    package static func of<R, E: Error>(_ engine: Engine, _ body: () throws(E) -> R) throws(E) -> R {
        change { $0.append(engine) }
        defer { change { active in active.lastIndex(of: engine).map { _ = active.remove(at: $0) } } }
        return try body()
    }

    private static func change(_ body: (inout [Engine]) -> Void) {
        state.withLock { state in
            body(&state.active)
            state.observer?(state.active)
        }
    }
}
