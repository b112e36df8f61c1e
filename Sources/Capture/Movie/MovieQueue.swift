import Dispatch
import Synchronization

/// What waits for a thread, in order, bounded by what it costs.
final class MovieQueue<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [(element: Element, cost: Int)] = []
        var cost = 0
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let mostCost: Int

    /// - Parameter mostCost: What may wait, in bytes; one element may always.
    init(mostCost: Int) {
        self.mostCost = mostCost
    }

    /// Adds an element if there is room for it.
    ///
    /// - Parameter cost: Nothing of what must not be lost.
    /// - Returns: Whether there was room.
    @discardableResult
    func offer(_ element: Element, cost: Int = 0) -> Bool {
        let isTaken = state.withLock { state in
            guard cost == 0 || state.cost == 0 || state.cost + cost <= mostCost else { return false }
            state.waiting.append((element, cost))
            state.cost += cost
            return true
        }
        if isTaken { arrived.signal() }
        return isTaken
    }

    /// Says that nothing more comes.
    func close() { arrived.signal() }

    /// Waits for the next one; called by one thread.
    ///
    /// - Returns: nil when it was closed and nothing waits any more.
    func next() -> Element? {
        arrived.wait()
        return first()
    }

    /// Waits for the next one.
    ///
    /// - Parameter end: Until when.
    /// - Returns: nil if none has come.
    func next(until end: DispatchTime) -> Element? { arrived.wait(timeout: end) == .success ? first() : nil }

    private func first() -> Element? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            let (element, cost) = state.waiting.removeFirst()
            state.cost -= cost
            return element
        }
    }
}
