import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Workers

@Suite("A pool starts as many workers as are needed")
final class WorkerPoolTests {
    /// A worker that leaves its number in a file when it starts.
    private let script: URL
    private let starts: URL
    private let folder = URL.temporaryDirectory.appending(path: "pool-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        (script, starts) = (folder.appending(path: "worker"), folder.appending(path: "starts"))
        try Data(
            """
            #!/bin/sh
            echo $$ >>'\(starts.path)'
            exec '\(Executables.worker)' "$@"

            """.utf8
        ).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var settings: WorkerSettings { WorkerSettings(executable: script.path) }

    /// The processes that were started.
    private var started: [pid_t] {
        ((try? String(contentsOf: starts, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
            pid_t($0)
        }
    }

    /// Whether the worker's program can be run.
    private func allowStarts(_ isAllowed: Bool) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: isAllowed ? 0o755 : 0o644], ofItemAtPath: script.path)
    }

    private func isEventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<6000 {
            if condition() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func whoAsksAtOnceGetsTheFirstWorkerAndNoOtherIsStarted() throws {
        for round in 1...5 {
            let pool = try WorkerPool(settings: settings)
            let worker = try pool.take(.standard)
            _ = try worker.describe()
            #expect(started.count == round)
            worker.end()
            pool.close()
        }
    }

    @Test func aSpareIsStartedOnlyOnceOneHasDied() throws {
        let pool = try WorkerPool(settings: settings)
        for _ in 0..<3 { _ = try pool.describe() }
        // They are started one after the other: a spare would be there before one of another kind.
        let other = try pool.take(.pictures(.heif))
        _ = try other.describe()
        #expect(started.count == 2)
        pool.put(try pool.take(.standard), after: WorkerDeath(engine: .zxing, reason: "abort"))
        #expect(isEventually { started.count == 3 })
        other.end()
        pool.close()
    }

    @Test func whoWaitsWhereNoMoreCanBeStartedGetsOneThatComesBack() throws {
        let pool = try WorkerPool(settings: settings)
        let worker = try pool.take(.standard)
        _ = try worker.describe()
        try allowStarts(false)
        let results = Mutex<[Result<WorkerProcess, WorkerError>]>([])
        for _ in 1...2 {
            Thread {
                let result = Result { () throws(WorkerError) in try pool.take(.standard) }
                results.withLock { $0.append(result) }
                if let taken = try? result.get() { pool.put(taken) }
            }.start()
        }
        #expect(isEventually { pool.takenCount() == 3 })
        // Time for a start that fails.
        usleep(100_000)
        let early = results.withLock { $0.count }
        #expect(early == 0)
        pool.put(worker)
        #expect(isEventually { results.withLock(\.count) == 2 })
        let taken = results.withLock { $0 }
        #expect(taken.allSatisfy { (try? $0.get()) === worker })
        #expect(started.count == 1 && isEventually { pool.takenCount() == 0 })
        pool.close()
    }

    @Test func whereNoneLivesWhoWaitsIsToldUntilOneStartsAgain() throws {
        let pool = try WorkerPool(settings: settings)
        _ = try pool.describe()
        pool.endIdle()
        try allowStarts(false)
        let error = #expect(throws: WorkerError.self) { try pool.take(.standard) }
        #expect(error?.message.hasSuffix("cannot be started: Permission denied") == true)
        #expect(pool.takenCount() == 0)
        try allowStarts(true)
        let worker = try pool.take(.standard)
        #expect(try worker.describe().steps.isEmpty == false)
        pool.put(worker)
        pool.close()
    }

    @Test func idleOnesOfOtherKindsMakeRoom() throws {
        let pool = try WorkerPool(settings: settings)
        _ = try pool.describe()
        let process = try #require(started.first)
        try allowStarts(false)
        #expect(throws: WorkerError.self) { try pool.take(.pictures(.heif)) }
        #expect(isEventually { kill(process, 0) != 0 })
        pool.close()
    }

    /// One that nobody asks is no zombie for long, and is replaced.
    @Test func oneThatIsKilledWhileItIsIdleIsReplaced() throws {
        let pool = try WorkerPool(settings: settings)
        _ = try pool.describe()
        let process = try #require(started.first)
        kill(process, SIGKILL)
        #expect(isEventually { kill(process, 0) != 0 })
        #expect(isEventually { started.count > 1 })
        pool.close()
    }

    /// One that ends by itself would do so again.
    @Test func oneThatEndsWhileItIsIdleIsNotReplaced() throws {
        try Data("#!/bin/sh\necho $$ >>'\(starts.path)'\nexit 3\n".utf8).write(to: script)
        try allowStarts(true)
        let pool = try WorkerPool(settings: settings)
        #expect(isEventually { started.first.map { kill($0, 0) != 0 } ?? false })
        usleep(1_500_000)
        #expect(started.count == 1)
        pool.close()
    }

    @Test func aPictureIsNotToBlameForWorkersThatEndAtTheirStart() throws {
        try Data(
            """
            #!/bin/sh
            echo $$ >>'\(starts.path)'
            test $(wc -l <'\(starts.path)') -gt 5 || exit 1
            exec '\(Executables.worker)' "$@"

            """.utf8
        ).write(to: script)
        try allowStarts(true)
        let pool = try WorkerPool(settings: settings)
        let frame = Frame(luma: Plane(width: 8, height: 8, samples: [UInt8](repeating: 99, count: 64)))
        let result = try IsolatedDetector(pool: pool).detect(DetectionRequest(types: [.qr]), in: frame)
        #expect(result.failures.isEmpty && started.count >= 6)
        pool.close()
    }

    @Test func oneStartedEarlyIsTheFirst() throws {
        let early = EarlyWorker(executable: script.path)
        #expect(isEventually { started.count == 1 })
        let pool = try WorkerPool(settings: settings, early: early)
        #expect(try pool.describe().steps.isEmpty == false)
        #expect(started.count == 1)
        pool.close()
    }

    @Test func oneStartedEarlyForOtherSettingsIsNotUsed() throws {
        var other = settings
        other.showsLibraryOutput = true
        let early = EarlyWorker(executable: script.path)
        #expect(isEventually { started.count == 1 })
        let pool = try WorkerPool(settings: other, early: early)
        _ = try pool.describe()
        #expect(started.count == 2)
        pool.close()
    }

    @Test func oneStartedEarlyEndsWithWhoNeverUsesIt() throws {
        var early: EarlyWorker? = EarlyWorker(executable: script.path)
        #expect(isEventually { started.count == 1 })
        let process = try #require(started.first)
        _ = early
        early = nil
        #expect(isEventually { kill(process, 0) != 0 })
    }

    @Test func oneOfAnotherExecutableIsNotUsed() throws {
        let early = EarlyWorker(executable: "/nonexistent/worker")
        var settings = WorkerSettings(executable: Executables.worker)
        settings.detectors = ["codes"]
        let pool = try WorkerPool(settings: settings, early: early)
        #expect(try pool.describe().steps.isEmpty == false)
        pool.close()
    }

    @Test func workersStayOfOneVersionThoughAnotherIsInstalled() throws {
        let pool = try WorkerPool(settings: settings)
        _ = try pool.describe()
        let other = folder.appending(path: "other")
        try Data("#!/bin/sh\nexit 1\n".utf8).write(to: other)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: other.path)
        #expect(rename(other.path, script.path) == 0)
        let worker = try pool.take(.pictures(.heif))
        #expect(try worker.describe().steps.isEmpty == false)
        #expect(started.count == 2)
        let name = try String(contentsOfFile: "/proc/\(started[1])/comm", encoding: .utf8)
        #expect(name == "scanwatch-worke\n")
        pool.put(worker)
        pool.close()
    }

    @Test func whoIsAskedAtTheEndAnswers() throws {
        let pool = try WorkerPool(settings: settings)
        let worker = try pool.take(.standard)
        _ = try worker.describe()
        pool.close()
        // Would it die with the thread that started it, it did by now.
        usleep(100_000)
        let frame = Frame(luma: Plane(width: 8, height: 8, samples: [UInt8](repeating: 99, count: 64)))
        let question = Question.detect(DetectionRequest(types: [.qr]), .frame(frame))
        let outcome = worker.ask(question, deadline: .seconds(600))
        guard case .answer(.result) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        pool.put(worker)
        #expect(isEventually { kill(started[0], 0) != 0 })
    }

    @Test func whoWaitsIsToldOfTheEnd() throws {
        // A pool in which nobody starts workers: its first one has gone to somebody else.
        let early = EarlyWorker(executable: script.path)
        early.handOver { _ in }
        let pool = try WorkerPool(settings: settings, early: early)
        let errors = Mutex<[WorkerError]>([])
        for _ in 1...2 {
            Thread {
                do throws(WorkerError) { _ = try pool.take(.standard) } catch {
                    errors.withLock { $0.append(error) }
                }
            }.start()
        }
        #expect(isEventually { !pool.isAlone })
        pool.close()
        #expect(isEventually { errors.withLock(\.count) == 2 })
        #expect(errors.withLock { Set($0) } == [WorkerError("the workers were ended")])
    }
}
