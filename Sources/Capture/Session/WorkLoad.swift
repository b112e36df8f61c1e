import Foundation
import Synchronization

/// How much of their time some threads work, over the last seconds.
final class WorkLoad: Sendable {
    /// Work counts for less the longer ago it was: after so much time for a third (e⁻¹).
    private static let memory = 5.0

    private struct State {
        /// Seconds of work, as far as they still count, at ``last``.
        var work = 0.0
        var last: ContinuousClock.Instant
    }

    private let begin = ContinuousClock.now
    private let state: Mutex<State>

    init() { state = Mutex(State(last: begin)) }

    /// Notes a piece of work that has just ended.
    func add(_ work: Duration) {
        state.withLock { state in
            let now = ContinuousClock.now
            state.work = state.work * Self.share(left: now - state.last) + work / .seconds(1)
            state.last = now
        }
    }

    /// Seconds of work in each second.
    var perSecond: Double {
        state.withLock { state in
            let now = ContinuousClock.now
            // What would count now, had there been work all the time since the begin.
            let whole = Self.memory * (1 - Self.share(left: now - begin))
            return whole > 0 ? state.work * Self.share(left: now - state.last) / whole : 0
        }
    }

    private static func share(left age: Duration) -> Double { exp(-(age / .seconds(1)) / memory) }
}
