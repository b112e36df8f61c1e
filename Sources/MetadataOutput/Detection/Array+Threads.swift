import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
    /// What `transform` makes of each element, in their order.
    ///
    /// - Parameter threads: How many elements are worked on at once, this thread among those that do.
    package func mapped<Made: Sendable>(
        onThreads threads: Int, _ transform: @escaping @Sendable (Element) -> Made
    ) -> [Made] {
        guard threads > 1, count > 1 else { return map(transform) }
        let work = SharedWork(self, transform)
        let helpers = (1..<Swift.min(threads, count)).map { _ in HelpingThread { work.help() } }
        work.help()
        for helper in helpers { helper.wait() }
        return work.results
    }
}

/// Elements that several threads take one after the other.
private final class SharedWork<Element: Sendable, Made: Sendable>: Sendable {
    private let elements: [Element]
    private let transform: @Sendable (Element) -> Made
    private let next = Atomic(0)
    private let made: Mutex<[Made?]>

    init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Made) {
        self.elements = elements
        self.transform = transform
        made = Mutex(Array(repeating: nil, count: elements.count))
    }

    /// Works until nothing is left to take.
    func help() {
        while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < elements.count else { return }
            let result = transform(elements[index])
            made.withLock { $0[index] = result }
        }
    }

    /// All of it, after everybody who helps is done.
    var results: [Made] { made.withLock { $0.compactMap(\.self) } }
}

/// A thread that helps the one that waits for it, whose processor time counts as that one's.
private final class HelpingThread: Sendable {
    private let spent = Mutex(Duration.zero)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
        Thread { [self] in
            work()
            spent.withLock { $0 = ProcessorTime.ofThisThread }
            isDone.signal()
        }.start()
    }

    func wait() {
        isDone.wait()
        ProcessorTime.addToThisThread(spent.withLock { $0 })
    }
}
