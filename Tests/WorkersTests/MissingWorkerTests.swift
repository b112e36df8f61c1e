import Foundation
import MetadataOutput
import Synchronization
import Testing
import Workers

@Suite("Workers that cannot be had")
struct MissingWorkerTests {
    @Test func anExecutableThatIsNotThereIsAnErrorAtOnce() {
        #expect(throws: WorkerError("the worker /nonexistent/worker does not exist or cannot be run")) {
            try WorkerPool(settings: WorkerSettings(executable: "/nonexistent/worker"))
        }
    }

    @Test func oneThatIsNoWorkerIsNoFaultOfAPictureAndHangsNone() throws {
        let pool = try WorkerPool(settings: WorkerSettings(executable: "/bin/false"))
        let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]))
        for _ in 0..<3 {
            var failure = PayloadError(
                .engineFailure, "the worker ended at its start: ended with status 1")
            failure.isOfMachine = true
            #expect(throws: failure) {
                try IsolatedDetector(pool: pool).detect(DetectionRequest(types: [.qr]), in: frame)
            }
        }
        #expect(throws: WorkerError("the worker ended at its start: ended with status 1")) {
            try pool.describe()
        }
    }

    @Test func allWhoAskAtOnceAreTold() throws {
        let pool = try WorkerPool(settings: WorkerSettings(executable: "/bin/false"))
        let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]))
        let faults = Mutex<[Bool]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            do throws(PayloadError) {
                _ = try IsolatedDetector(pool: pool).detect(DetectionRequest(types: [.qr]), in: frame)
            } catch {
                faults.withLock { $0.append(error.isOfMachine) }
            }
        }
        let told = faults.withLock { $0 }
        #expect(told == [true, true, true])
    }

    @Test func afterTheEndNobodyWaits() throws {
        let pool = try WorkerPool(settings: WorkerSettings(executable: Executables.worker))
        pool.close()
        #expect(throws: WorkerError("the workers were ended")) { try pool.describe() }
    }
}
