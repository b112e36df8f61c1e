import MetadataOutput
import Testing
import Workers

@Suite("A worker that is an enemy gets nothing and harms nobody")
struct HostileWorkerTests {
    /// - Parameter door: How it closes its door, see `HostileWorker`'s `Main`.
    private func detector(_ door: String? = nil) throws -> IsolatedDetector {
        var settings = WorkerSettings(executable: Executables.hostile)
        if let door { settings.detectors = [door] }
        return IsolatedDetector(pool: try WorkerPool(settings: settings))
    }

    private func frame(for act: HostileAct) -> Frame {
        Frame(
            luma: Plane(width: act.rawValue, height: 1, samples: [UInt8](repeating: 0, count: act.rawValue)))
    }

    /// What a client gets of a worker that does something.
    private func outcome(
        of act: HostileAct, from detector: IsolatedDetector, deadline: Duration = .seconds(60)
    ) -> PayloadError? {
        var request = DetectionRequest(types: [.qr])
        request.deadline = deadline
        do throws(PayloadError) {
            _ = try detector.detect(request, in: frame(for: act))
            return nil
        } catch {
            return error
        }
    }

    @Test func opensNothingStartsNothingAndReachesNobody() throws {
        let error = outcome(of: .attempts, from: try detector())
        // EPERM is 1; a spawn fails of the clone that it begins with. The area's descriptor is not there any more (EBADF).
        let wanted = """
            open, create, stat, statx, socket, sendto, fastopen, unlink, execve, spawn, fork, kill, tgkill, own-end, code, shared, \
            growing, area, truncate, write 9, pwrite, memfd, shmget, ptrace, peek, io_uring, ioctl, dup, dumpable, \
            setrlimit, prlimit, sigaction, poison, thread
            """.split(separator: ", ")
        #expect(error?.message == wanted.map { $0.contains(" ") ? $0 : "\($0) 1" }.joined(separator: ", "))
    }

    @Test func whereTheKernelHasLandlockItClosesThePathsToo() throws {
        let message = outcome(of: .attempts, from: try detector("landlock"))?.message
        // EACCES is 13, and the filter's error is another.
        #expect(message == "open 13" || message == "not there")
    }

    @Test func theEndOfItsProcessorTimeIsItsOwn() throws {
        // The kernel's SIGKILL would be taken for one from outside, and the picture be tried 20 times more.
        let error = outcome(of: .spins, from: try detector("1"), deadline: .seconds(300))
        #expect(error?.message == "search: processor time (2 times)")
    }

    @Test(arguments: [HostileAct.garbage, .zeros, .endlessLength, .manyReadings, .shows, .overfull])
    func malformedAnswersAreFailures(act: HostileAct) throws {
        let error = outcome(of: act, from: try detector())
        #expect(error?.code == .engineFailure)
        #expect(error?.message.contains("malformed answer") == true)
    }

    @Test func deathsAreNamed() throws {
        let detector = try detector()
        #expect(outcome(of: .dies, from: detector)?.message == "search: abort (2 times)")
        #expect(
            outcome(of: .closes, from: detector)?.message
                == "search: closed its channel (2 times)")
        // And the next one stands ready.
        #expect(outcome(of: .attempts, from: detector)?.code == .undecodable)
    }

    @Test func afterTheDeathOfOneOfTwoTheyWorkOneAfterTheOther() throws {
        let act = HostileAct.diesOfAnEngine
        var request = DetectionRequest(types: [.qr, .face])
        request.runsSideBySide = true
        request.deadline = .seconds(60)
        let result = try detector().detect(request, in: frame(for: act))
        #expect(result.failures.map(\.engine.rawValue) == ["search", "zxing"])
        #expect(result.failures.map(\.reason) == ["abort", "abort"])
    }

    @Test(arguments: [HostileAct.sleeps, .spins])
    func deadlinesEndAttempts(act: HostileAct) throws {
        let error = outcome(of: act, from: try detector(), deadline: .milliseconds(200))
        #expect(error?.message == "search: deadline (2 times)")
    }

    /// A machine that has no time for a worker, or stops it, is not the picture's fault.
    @Test func oneThatDoesNotWorkHasTenTimesAsLong() throws {
        let detector = try detector()
        // Ready, so that its start does not count.
        _ = outcome(of: .attempts, from: detector)
        let begin = ContinuousClock.now
        let error = outcome(of: .sleeps, from: detector, deadline: .milliseconds(50))
        #expect(error?.message == "search: deadline (2 times)")
        #expect(.now - begin >= .seconds(1))
    }

    /// Of a queue that nobody reads there is an end, and nobody waits there.
    @Test func whoAnswersWhatNobodyAskedIsEnded() throws {
        let detector = try detector()
        var request = DetectionRequest(types: [.qr])
        request.deadline = .seconds(60)
        var failures: [EngineFailure] = []
        for _ in 0..<1000 where failures.isEmpty {
            failures = try detector.detect(request, in: frame(for: .babbles)).failures
        }
        #expect(failures.map(\.reason) == ["malformed answer (to no question)"])
    }

    @Test func memoryIsBounded() throws {
        let error = outcome(of: .eats, from: try detector())
        #expect(error?.code == .overLimit)
        let mebibytes = error?.message.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect((100...960).contains(mebibytes))
    }

    /// What it takes in a release build is in `docs/isolation.md`; here nothing is optimised and the machine may be busy.
    @Test(arguments: HostileAct.fullAnswers)
    func fullAnswersAreJudgedInTime(act: HostileAct) throws {
        let output = CaptureMetadataOutput(detector: try detector())
        try output.setMetadataObjectTypes(output.availableMetadataObjectTypes)
        output.setOptions { $0.deadline = .seconds(300) }
        let start = ProcessorTime.ofThisThread
        let update = try output.update(for: .frame(frame(for: act)))
        #expect(ProcessorTime.ofThisThread - start < .seconds(20))
        #expect(update.objects.isEmpty == (act == .refused))
        #expect(update.judgements.count >= 100)
    }
}
