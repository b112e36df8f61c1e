import Foundation
import Synchronization
import Testing

@testable import Capture

@Suite struct OrderedWorkTests {
    @Test(arguments: [1, 2, 7])
    func outputsComeInTheItemsOrder(threads: Int) async {
        let work = OrderedWork.start(items: (0..<60).makeIterator(), threads: threads) { item, index in
            // The first of each handful is the slowest.
            usleep(item % 5 == 0 ? 3_000 : 100)
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
            for _ in 0..<5_000 where arrived.withLock({ $0 }) < 2 { usleep(1_000) }
            return arrived.withLock { $0 }
        }
        #expect(await work.next() == 2)
    }

    @Test func nothingRunsFarAhead() async {
        let begun = Mutex(0)
        let work = OrderedWork.start(items: (0..<1_000).makeIterator(), threads: 2) { _, _ in
            begun.withLock { $0 += 1 }
        }
        for _ in 0..<10 { _ = await work.next() }
        usleep(50_000)
        #expect(begun.withLock { $0 } <= 10 + 8)
    }

    @Test func aCancelledTaskGetsTheEnd() async {
        let task = Task {
            let work = OrderedWork.start(items: (0...).makeIterator(), threads: 2) { item, _ in item }
            var count = 0
            while await work.next() != nil { count += 1 }
            return count
        }
        usleep(20_000)
        task.cancel()
        // An endless input would hold this for ever.
        #expect(await task.value >= 0)
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
        for _ in 0..<5_000 where held != nil { usleep(1_000) }
        #expect(held == nil)
    }
}

private final class Token: Sendable {}
