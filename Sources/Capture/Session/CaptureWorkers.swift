import Dispatch
import Foundation
import Synchronization

/// The threads on which a session's outputs work, and who is next.
///
/// Whoever has work stands in line once, however much work it has, and goes to the end of the line after each
/// piece: a fast camera cannot keep a slow one waiting for more than one piece of work.
final class CaptureWorkers: Sendable {
    /// Something that has work now and then.
    protocol Client: AnyObject, Sendable {
        /// Does one piece of work. Never called by two threads at once.
        ///
        /// - Returns: Whether there is more.
        func work() -> Bool
    }

    private struct Line {
        var waiting: [any Client] = []
        /// Clients that wait or work, and whether more work came while they did.
        var present: [ObjectIdentifier: Bool] = [:]
        var isEnded = false
    }

    private let line = Mutex(Line())
    private let count = DispatchSemaphore(value: 0)
    private let threads: Int
    private let workLoad = WorkLoad()

    /// Starts `threads` threads.
    init(threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.threads = threads
        for _ in 0..<threads { Thread { self.run() }.start() }
    }

    /// The share of the threads' time that they worked lately, 0…1.
    var load: Double { workLoad.perSecond / Double(threads) }

    /// Whether anybody stands in line whom no thread has taken yet.
    var isPressed: Bool { line.withLock { !$0.waiting.isEmpty } }

    /// Puts a client that has work at the end of the line.
    func enlist(_ client: any Client) {
        let isNew = line.withLock { line in
            let key = ObjectIdentifier(client)
            guard line.present[key] == nil else {
                line.present[key] = true
                return false
            }
            line.present[key] = false
            line.waiting.append(client)
            return true
        }
        if isNew { count.signal() }
    }

    /// Ends the threads after the pieces of work they are at.
    func end() {
        line.withLock {
            $0.isEnded = true
            $0.waiting = []
        }
        for _ in 0..<threads { count.signal() }
    }

    private func run() {
        while true {
            count.wait()
            let client = line.withLock { line -> (any Client)?? in
                if line.isEnded { return .some(nil) }
                return line.waiting.isEmpty ? .none : .some(line.waiting.removeFirst())
            }
            guard let client else { continue }
            guard let client else { return }
            let begin = ContinuousClock.now
            let hasMore = client.work()
            workLoad.add(ContinuousClock.now - begin)
            let goesOn = line.withLock { line in
                let key = ObjectIdentifier(client)
                let cameMeanwhile = line.present.removeValue(forKey: key) ?? false
                // Nobody would take it out of a line that has ended, and it may hold these workers.
                guard !line.isEnded, hasMore || cameMeanwhile else { return false }
                line.present[key] = false
                line.waiting.append(client)
                return true
            }
            if goesOn { count.signal() }
        }
    }
}
