import Dispatch
import Synchronization

/// Work on the newest of what comes, on a queue of its own: what comes while it works takes the place of what waits.
final class NewestWork<Element: Sendable>: Sendable {
    private struct State {
        var waiting: Element?
        var isWorking = false
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    /// Has `work` done on it, unless a newer one comes before its turn.
    func put(_ element: Element, _ work: @escaping @Sendable (Element) -> Void) {
        let begins = state.withLock { state in
            state.waiting = element
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if begins { queue.async { while let next = self.next() { work(next) } } }
    }

    private func next() -> Element? {
        state.withLock { state in
            state.isWorking = state.waiting != nil
            return state.waiting.take()
        }
    }
}
