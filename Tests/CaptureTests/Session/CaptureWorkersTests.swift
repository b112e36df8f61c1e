import Foundation
import Synchronization
import Testing

@testable import Capture

@Suite struct CaptureWorkersTests {
    /// Has a number of pieces of work from the start and notes each.
    private final class Busy: CaptureWorkers.Client {
        let name: String
        let pieces: Mutex<Int>
        let log: Log

        init(_ name: String, pieces: Int, log: Log) {
            self.name = name
            self.pieces = Mutex(pieces)
            self.log = log
        }

        func work() -> Bool {
            log.add(name)
            return pieces.withLock { pieces in
                pieces -= 1
                return pieces > 0
            }
        }
    }

    private final class Log: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        func wait(for count: Int) -> [String] {
            for _ in 0..<60_000 where names.withLock({ $0.count }) < count { usleep(1_000) }
            return names.withLock { $0 }
        }
    }

    /// Holds its thread until it is opened.
    private final class Gate: CaptureWorkers.Client {
        let isOpen = Mutex(false)
        let before: @Sendable () -> Void

        init(before: @escaping @Sendable () -> Void = {}) { self.before = before }

        func work() -> Bool {
            before()
            while !isOpen.withLock({ $0 }) { usleep(500) }
            return false
        }
    }

    @Test func everybodyGetsATurn() {
        let workers = CaptureWorkers(threads: 1)
        defer { workers.end() }
        let (log, gate) = (Log(), Gate())
        workers.enlist(gate)
        workers.enlist(Busy("fast", pieces: 6, log: log))
        workers.enlist(Busy("slow", pieces: 2, log: log))
        #expect(workers.isPressed)
        gate.isOpen.withLock { $0 = true }
        #expect(
            log.wait(for: 8) == ["fast", "slow", "fast", "slow", "fast", "fast", "fast", "fast"])
        #expect(!workers.isPressed)
    }

    /// Somebody who holds the workers and is held by them would stay for ever.
    @Test func whatComesToWorkersThatHaveEndedIsNotKept() {
        let workers = CaptureWorkers(threads: 1)
        let log = Log()
        weak var held: Gate?
        do {
            let gate = Gate(before: { log.add("gate") })
            held = gate
            workers.enlist(gate)
            #expect(log.wait(for: 1) == ["gate"])
            workers.enlist(gate)
            workers.end()
            gate.isOpen.withLock { $0 = true }
        }
        for _ in 0..<60_000 where held != nil { usleep(1_000) }
        #expect(held == nil)
        #expect(!workers.isPressed)
    }

    @Test func whatComesWhileAtWorkIsNotForgotten() {
        let workers = CaptureWorkers(threads: 2)
        defer { workers.end() }
        let log = Log()
        let client = Busy("a", pieces: 1, log: log)
        let gate = Gate(before: { log.add("gate") })
        workers.enlist(gate)
        #expect(log.wait(for: 1) == ["gate"])
        // It is at work now, and comes again.
        workers.enlist(gate)
        gate.isOpen.withLock { $0 = true }
        #expect(log.wait(for: 2) == ["gate", "gate"])
        workers.enlist(client)
        #expect(log.wait(for: 3).last == "a")
    }
}
