import MetadataOutput
import Testing
import Workers

@Suite("A worker that is an enemy gets nothing and harms nobody")
struct HostileWorkerTests {
    private func detector() throws -> IsolatedDetector {
        IsolatedDetector(pool: try WorkerPool(settings: WorkerSettings(executable: Executables.hostile)))
    }

    /// What a client gets of a worker that does something.
    private func outcome(
        of act: HostileAct, from detector: IsolatedDetector, deadline: Duration = .seconds(60)
    ) -> PayloadError? {
        var request = DetectionRequest(types: [.qr])
        request.deadline = deadline
        let frame = Frame(
            luma: Plane(width: act.rawValue, height: 1, samples: [UInt8](repeating: 0, count: act.rawValue)))
        do throws(PayloadError) {
            _ = try detector.detect(request, in: frame)
            return nil
        } catch {
            return error
        }
    }

    @Test func opensNothingStartsNothingAndReachesNobody() throws {
        let error = outcome(of: .attempts, from: try detector())
        // EPERM is 1; a spawn fails of the clone that it begins with.
        let wanted = [
            "open", "create", "socket", "unlink", "execve", "spawn", "kill", "tgkill", "code", "truncate",
        ]
        #expect(error?.message == wanted.map { "\($0) 1" }.joined(separator: ", "))
    }

    @Test(arguments: [HostileAct.garbage, .zeros, .endlessLength, .manyReadings])
    func malformedAnswersAreFailures(act: HostileAct) throws {
        let error = outcome(of: act, from: try detector())
        #expect(error?.code == .engineFailure)
        #expect(error?.message.contains("malformed answer") == true)
    }

    @Test func deathsAreNamed() throws {
        let detector = try detector()
        #expect(outcome(of: .dies, from: detector)?.message == "search: abort; search: abort")
        #expect(
            outcome(of: .closes, from: detector)?.message
                == "search: closed its channel; search: closed its channel")
        // And the next one stands ready.
        #expect(outcome(of: .attempts, from: detector)?.code == .undecodable)
    }

    @Test func afterTheDeathOfOneOfTwoTheyWorkOneAfterTheOther() throws {
        let act = HostileAct.diesOfAnEngine
        var request = DetectionRequest(types: [.qr, .face])
        request.runsSideBySide = true
        request.deadline = .seconds(60)
        let luma = Plane(width: act.rawValue, height: 1, samples: [UInt8](repeating: 0, count: act.rawValue))
        let result = try detector().detect(request, in: Frame(luma: luma))
        #expect(result.failures.map(\.engine.rawValue) == ["search", "zxing"])
        #expect(result.failures.map(\.reason) == ["abort", "abort"])
    }

    @Test(arguments: [HostileAct.sleeps, .spins])
    func deadlinesEndAttempts(act: HostileAct) throws {
        let error = outcome(of: act, from: try detector(), deadline: .milliseconds(200))
        #expect(error?.message == "search: deadline; search: deadline")
    }

    @Test func memoryIsBounded() throws {
        let error = outcome(of: .eats, from: try detector())
        #expect(error?.code == .overLimit)
        let mebibytes = error?.message.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect((100...960).contains(mebibytes))
    }
}
