import Synchronization

/// What an output says of the frames of a session, from the call on that made it.
///
/// Holds one update for a consumer that is busy. A newer one takes its place, with everything that appeared and
/// disappeared meanwhile, so that a slow consumer costs no memory and misses frames but no object; the end of a scene is
/// told apart from what comes after it. One iteration.
public struct MetadataUpdates: AsyncSequence, Sendable {
    let inbox: UpdateInbox

    /// The updates in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let inbox: UpdateInbox

        /// The next update; nil when the output is gone or the task was cancelled.
        public mutating func next() async -> MetadataUpdate? { await inbox.next() }
    }

    /// Ends the sequence: whoever iterates gets what has been sent so far, and then nil. Others of the same output go on.
    public func finish() { inbox.finish() }

    /// Begins to wait.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inbox: inbox) }
}

/// The listeners of an output.
final class UpdateInboxes: Sendable {
    private struct Weak {
        weak var inbox: UpdateInbox?
    }

    private let inboxes = Mutex<[Weak]>([])

    deinit {
        for inbox in inboxes.withLock({ $0 }) { inbox.inbox?.finish() }
    }

    /// A new listener; it goes when nobody holds its sequence any more.
    func add() -> UpdateInbox {
        let inbox = UpdateInbox()
        inboxes.withLock { inboxes in
            inboxes.removeAll { $0.inbox == nil }
            inboxes.append(Weak(inbox: inbox))
        }
        return inbox
    }

    func send(_ update: MetadataUpdate) {
        for inbox in inboxes.withLock({ $0 }) { inbox.inbox?.put(update) }
    }
}

/// One listener's place for updates.
final class UpdateInbox: Sendable {
    private struct State {
        /// The newest update of each source that was not taken yet, and one that ended its scene before it, in the order of
        /// their arrival.
        var pending: [MetadataUpdate] = []
        var isFinished = false
        var waiting: CheckedContinuation<MetadataUpdate?, Never>?
    }

    private let state = Mutex(State())

    func put(_ update: MetadataUpdate) {
        let waiting = state.withLock { state -> CheckedContinuation<MetadataUpdate?, Never>? in
            guard !state.isFinished else { return nil }
            if let waiting = state.waiting.take() { return waiting }
            let places = state.pending.indices.filter {
                state.pending[$0].origin?.source == update.origin?.source
            }
            // What comes after the end of a scene is not what was in it, whatever it says. More than two wait for nobody.
            if let place = places.last, !state.pending[place].endsScene || places.count > 1 {
                state.pending[place] = update.following(state.pending[place])
            } else {
                state.pending.append(update)
            }
            return nil
        }
        waiting?.resume(returning: update)
    }

    func next() async -> MetadataUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> MetadataUpdate?? in
                    if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
                    if state.isFinished { return .some(nil) }
                    state.waiting = continuation
                    return .none
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            finish()
        }
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            return state.waiting.take()
        }
        waiting?.resume(returning: nil)
    }
}
