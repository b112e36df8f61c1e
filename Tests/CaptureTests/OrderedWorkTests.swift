import Foundation
import Synchronization
import Testing

@testable import Capture

@Suite struct OrderedWorkTests {
    @Test(arguments: [1, 2, 7])
    func outputsComeInTheItemsOrder(threads: Int) async {
        let done = Mutex(Set<Int>())
        let work = OrderedWork.start(items: (0..<60).makeIterator(), threads: threads) { item, index in
            // The first of each handful is slower than the one after it.
            if item % 5 == 0, threads > 1 { Self.wait { done.withLock { $0.contains(item + 1) } } }
            done.withLock { _ = $0.insert(item) }
            return item * 1_000 + index
        }
        var outputs: [Int] = []
        while let output = await work.next() { outputs.append(output) }
        #expect(outputs == (0..<60).map { $0 * 1_001 })
        #expect(await work.next() == nil)
    }

    @Test func severalItemsAreWorkedOnAtOnce() async {
        // Each waits for the other: one thread alone would never get past the first.
        let arrived = Mutex(0)
        let work = OrderedWork.start(items: (0..<2).makeIterator(), threads: 2) { _, _ in
            arrived.withLock { $0 += 1 }
            Self.wait { arrived.withLock { $0 } == 2 }
            return arrived.withLock { $0 }
        }
        #expect(await work.next() == 2)
    }

    @Test func nothingRunsFarAhead() async {
        let asked = Mutex(0), begun = Mutex(0), lead = Mutex(0)
        let work = OrderedWork.start(items: (0..<1_000).makeIterator(), threads: 2) { item, _ in
            let ahead = item - asked.withLock { $0 }
            begun.withLock { $0 += 1 }
            lead.withLock { $0 = max($0, ahead) }
        }
        for number in 1...1_000 {
            asked.withLock { $0 = number }
            _ = await work.next()
            // The consumer is slow: the threads have begun all that they may.
            if number < 900 { Self.wait { begun.withLock { $0 } >= number + 8 } }
        }
        #expect(lead.withLock { $0 } == 7)
    }

    @Test func aCancelledTaskGetsTheEnd() async {
        let count = Mutex(0)
        let task = Task {
            let work = OrderedWork.start(items: (0...).makeIterator(), threads: 2) { item, _ in item }
            while await work.next() != nil { count.withLock { $0 += 1 } }
        }
        for _ in 0..<200_000 where count.withLock({ $0 }) == 0 {
            try? await Task.sleep(for: .milliseconds(1))
        }
        task.cancel()
        // An endless input would hold this for ever.
        await task.value
        #expect(count.withLock { $0 } > 0)
    }

    @Test func threadsEndWithTheConsumer() async {
        weak var held: Token?
        do {
            let token = Token()
            held = token
            // Its threads hold the work, and so the token.
            let work = OrderedWork.start(items: (0...).makeIterator(), threads: 2) { _, _ in
                withExtendedLifetime(token) {}
            }
            _ = await work.next()
        }
        for _ in 0..<200_000 where held != nil { usleep(1_000) }
        #expect(held == nil)
    }

    /// Waits for something, half a minute at most.
    private static func wait(until isSo: () -> Bool) {
        for _ in 0..<200_000 where !isSo() { usleep(1_000) }
    }
}

private final class Token: Sendable {}
