import Dispatch
import Foundation
import Synchronization

/// Work on the items of an iterator, several at once on threads of its own, handed out in the items' order.
///
/// Blocking work (files, C) never holds a thread of Swift's own pool. Threads take items one by one, and no
/// further ahead of the consumer than a few items a thread, so that memory does not grow with their number.
final class OrderedWork<Items: IteratorProtocol & Sendable, Output: Sendable>: Sendable {
    private struct Source {
        var items: Items
        var count = 0
    }

    private struct Results {
        /// Finished and not yet handed out, by item number.
        var finished: [Int: Output] = [:]
        /// The number of the item that the consumer gets next.
        var next = 0
        /// How many items there are, once that is known.
        var count: Int?
        var isCancelled = false
        /// The consumer, while it waits.
        var consumer: CheckedContinuation<Output?, Never>?

        /// What the consumer can have at once: an output, or nil for the end; `.none` if it must wait.
        mutating func takeNext() -> Output?? {
            if isCancelled || next == count { return .some(nil) }
            guard let output = finished.removeValue(forKey: next) else { return .none }
            next += 1
            return output
        }
    }

    private let source: Mutex<Source>
    private let results = Mutex(Results())
    private let body: @Sendable (Items.Element, Int) -> Output
    private let threads: Int
    /// How many further items may be begun.
    private let room = DispatchSemaphore(value: 0)

    private init(items: Items, threads: Int, body: @escaping @Sendable (Items.Element, Int) -> Output) {
        self.source = Mutex(Source(items: items))
        self.threads = threads
        self.body = body
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - items: Asked for one item at a time, by whichever thread is free.
    ///   - threads: How many items are worked on at once.
    ///   - body: The work on one item and its number, from 0.
    static func start(
        items: Items, threads: Int, body: @escaping @Sendable (Items.Element, Int) -> Output
    ) -> Consumer {
        let work = OrderedWork(items: items, threads: threads, body: body)
        // More than one item a thread, so that one slow item does not hold up the other threads.
        for _ in 0..<(threads * 4) { work.room.signal() }
        for _ in 0..<threads { Thread { work.run() }.start() }
        return Consumer(work: work)
    }

    /// What one thread does.
    private func run() {
        while true {
            room.wait()
            guard !results.withLock({ $0.isCancelled }) else { return }
            let item = source.withLock { source -> (Items.Element, Int)? in
                guard let item = source.items.next() else { return nil }
                defer { source.count += 1 }
                return (item, source.count)
            }
            guard let (item, index) = item else {
                finish()
                return
            }
            let output = body(item, index)
            hand { $0.finished[index] = output }
        }
    }

    /// Tells the consumer and the other threads that there are no more items.
    private func finish() {
        let count = source.withLock { $0.count }
        hand { $0.count = count }
        room.signal()
    }

    private func cancel() {
        hand { $0.isCancelled = true }
        for _ in 0..<threads { room.signal() }
    }

    /// Changes the results and wakes the consumer if it has waited for that.
    private func hand(_ change: (inout sending Results) -> Void) {
        let wake = results.withLock { results -> (CheckedContinuation<Output?, Never>, Output?)? in
            change(&results)
            guard let consumer = results.consumer, let output = results.takeNext() else { return nil }
            results.consumer = nil
            return (consumer, output)
        }
        if let (consumer, output) = wake { consumer.resume(returning: output) }
    }

    private func next() async -> Output? {
        let output = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let output = results.withLock { results -> Output?? in
                    let output = results.takeNext()
                    if output == nil { results.consumer = continuation }
                    return output
                }
                if let output { continuation.resume(returning: output) }
            }
        } onCancel: {
            cancel()
        }
        if output != nil { room.signal() }
        return output
    }

    /// The one that gets the outputs; when it goes, the threads end after the items they are at.
    final class Consumer: Sendable {
        private let work: OrderedWork

        fileprivate init(work: OrderedWork) {
            self.work = work
        }

        /// The next output, or nil after the last and once the task is cancelled. One caller at a time.
        func next() async -> Output? {
            await work.next()
        }

        deinit { work.cancel() }
    }
}
