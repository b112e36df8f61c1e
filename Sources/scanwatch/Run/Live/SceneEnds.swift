import MetadataOutput
import Synchronization

/// Scenes that have ended, of cameras that were lost or closed: what was before one is over when the camera does not show it again
/// within the grace, when it is watched no more, or when the run ends.
final class SceneEnds: Sendable {
    private struct State {
        /// The last end of each camera's scenes that was not told, by its name.
        var ends: [String: MetadataUpdate] = [:]
        /// The cameras that may be back; nil for all.
        var watched: Set<String>?
    }

    private let tell: @Sendable (_ end: MetadataUpdate) -> Void
    private let state = Mutex(State())

    /// - Parameter tell: Is told an update that has ended a scene when nothing that was in view then can come back.
    init(tell: @escaping @Sendable (_ end: MetadataUpdate) -> Void) { self.tell = tell }

    /// Waits for the grace if an update ends a scene of a camera that may be back.
    func note(_ update: MetadataUpdate, grace: Duration) {
        guard update.endsScene, let source = update.origin?.source else { return }
        let mayBeBack = state.withLock { state in
            let mayBeBack = state.watched?.contains(source) ?? true
            state.ends[source] = mayBeBack ? update : nil
            return mayBeBack
        }
        guard mayBeBack else { return tell(update) }
        Task { [self] in
            try? await Task.sleep(for: grace)
            let isOver = state.withLock { state in
                // It may have been told meanwhile, or another scene have ended since, which is waited for anew.
                guard state.ends[source]?.time == update.time else { return false }
                state.ends[source] = nil
                return true
            }
            if isOver { tell(update) }
        }
    }

    /// Waits for no others any more, also for those that have ended already.
    ///
    /// - Parameter names: Of all cameras that are watched from now on.
    func watch(only names: Set<String>) {
        let over = state.withLock { state in
            state.watched = names
            defer { state.ends = state.ends.filter { names.contains($0.key) } }
            return state.ends.filter { !names.contains($0.key) }
        }
        for end in over.values.sorted(by: { $0.time < $1.time }) { tell(end) }
    }
}
