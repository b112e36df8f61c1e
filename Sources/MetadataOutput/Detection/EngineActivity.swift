import Synchronization

/// Which engine is at work in this process, for one that keeps a process for one search at a time: whoever finds it
/// dead can say of whom it died.
package enum EngineActivity {
    private struct State {
        var current: Engine?
        var observer: (@Sendable (Engine?) -> Void)?
    }

    private static let state = Mutex(State())

    /// Has `observer` told whenever another engine gets to work, and with nil when none is any more.
    package static func observe(_ observer: @escaping @Sendable (Engine?) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Calls `body`, in which `engine` works.
    package static func of<R, E: Error>(_ engine: Engine, _ body: () throws(E) -> R) throws(E) -> R {
        let before = enter(engine)
        defer { enter(before) }
        return try body()
    }

    @discardableResult private static func enter(_ engine: Engine?) -> Engine? {
        state.withLock { state in
            defer { state.current = engine }
            state.observer?(engine)
            return state.current
        }
    }
}
