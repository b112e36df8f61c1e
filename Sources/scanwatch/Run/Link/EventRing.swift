import PreviewLink
import Synchronization

/// The last events and statuses, numbered from 1 without holes, for clients that come, come back or are slow.
final class EventRing: Sendable {
    private struct State {
        var entries: [[UInt8]] = []
        /// The number of the first entry.
        var first = 1
        var byteCount = 0
    }

    /// What a client gets next.
    struct Batch {
        /// Messages as they are sent.
        var messages: [[UInt8]] = []
        /// The number of the last event that it has got, or that is lost to it.
        var last: Int
    }

    /// Tells this run of the tool from others.
    let boot: String
    private let mostEntries: Int
    private let mostBytes: Int
    private let state = Mutex(State())

    init(
        boot: String = String(UInt64.random(in: .min ... .max), radix: 36), mostEntries: Int = 1_000,
        mostBytes: Int = 4_000_000
    ) {
        (self.boot, self.mostEntries, self.mostBytes) = (boot, mostEntries, mostBytes)
    }

    /// The number of the last event; 0 before the first.
    var last: Int { state.withLock { $0.first + $0.entries.count - 1 } }

    /// Numbers an event and keeps it, in place of the oldest if there are too many.
    func add(_ kind: ServerHeader.Kind, camera: Int?, record: [UInt8]) {
        state.withLock { state in
            var header = ServerHeader(kind)
            (header.boot, header.seq, header.camera) = (boot, state.first + state.entries.count, camera)
            let message = header.message(record: record).bytes
            state.entries.append(message)
            state.byteCount += message.count
            while state.entries.count > mostEntries
                || (state.byteCount > mostBytes && state.entries.count > 1)
            {
                state.byteCount -= state.entries.removeFirst().count
                state.first += 1
            }
        }
    }

    /// Where a client begins that has told which event it got last.
    ///
    /// - Returns: The number, and a message first if the events of another boot are meant: these are lost.
    func start(after number: Int?, boot other: String?) -> Batch {
        let last = last
        guard let number, let other else { return Batch(last: last) }
        if other == boot { return Batch(last: min(number, last)) }
        return Batch(messages: [gap(from: 1, to: 0)], last: 0)
    }

    /// A few of the events after a number, and before them what of them is lost.
    func batch(after number: Int, most count: Int = 64) -> Batch {
        state.withLock { state in
            var batch = Batch(last: number)
            if number + 1 < state.first {
                batch.messages = [gap(from: number + 1, to: state.first - 1)]
                batch.last = state.first - 1
            }
            let next = state.entries.dropFirst(batch.last + 1 - state.first).prefix(count)
            batch.messages += next
            batch.last += next.count
            return batch
        }
    }

    private func gap(from: Int, to: Int) -> [UInt8] {
        var header = ServerHeader(.gap)
        (header.boot, header.from, header.to) = (boot, from, to)
        return header.message().bytes
    }
}
