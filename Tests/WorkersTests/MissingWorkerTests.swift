import MetadataOutput
import Testing
import Workers

@Suite("Workers that cannot be had")
struct MissingWorkerTests {
    @Test func anExecutableThatIsNotThereIsAnErrorAtOnce() {
        #expect(throws: WorkerError("the worker /nonexistent/worker does not exist or cannot be run")) {
            try WorkerPool(settings: WorkerSettings(executable: "/nonexistent/worker"))
        }
    }

    @Test func oneThatIsNoWorkerFailsEachPictureAndHangsNone() throws {
        let pool = try WorkerPool(settings: WorkerSettings(executable: "/bin/false"))
        let frame = Frame(luma: Plane(width: 1, height: 1, samples: [0]))
        for _ in 0..<3 {
            let failure = PayloadError(
                .engineFailure, "worker: ended with status 1; worker: ended with status 1")
            #expect(throws: failure) {
                try IsolatedDetector(pool: pool).detect(DetectionRequest(types: [.qr]), in: frame)
            }
        }
        #expect(throws: WorkerError("the worker ended at its start: ended with status 1")) {
            try pool.describe()
        }
    }

    @Test func afterTheEndNobodyWaits() throws {
        let pool = try WorkerPool(settings: WorkerSettings(executable: Executables.worker))
        pool.close()
        #expect(throws: WorkerError("the workers were ended")) { try pool.describe() }
    }
}
