import Synchronization
import Testing

@testable import MetadataOutput
@testable import scanwatch

/// When what was before a camera that is away is over.
@Suite struct SceneEndsTests {
    private final class Log: Sendable {
        let told = Mutex<[String]>([])
        var ends: SceneEnds {
            SceneEnds { [self] end in told.withLock { $0.append(end.origin?.source ?? "") } }
        }
    }

    private func update(of source: String, at second: Int = 1, endsScene: Bool = true) -> MetadataUpdate {
        var update = MetadataUpdate(time: .seconds(second), width: 8, height: 8, objects: [], failures: [])
        update.origin = FrameOrigin(source: source, sequenceNumber: second)
        update.endsScene = endsScene
        return update
    }

    @Test func aCameraThatIsTakenOutIsWaitedForNoMore() {
        let log = Log()
        let ends = log.ends
        for name in ["a", "b", "c"] { ends.note(update(of: name), grace: .seconds(3_600)) }
        ends.note(update(of: "d", endsScene: false), grace: .zero)
        #expect(log.told.withLock(\.self).isEmpty)
        ends.watch(only: ["a", "c"])
        #expect(log.told.withLock(\.self) == ["b"])
        // Its end may come later than the change that takes it out.
        ends.note(update(of: "b", at: 2), grace: .seconds(3_600))
        #expect(log.told.withLock(\.self) == ["b", "b"])
        ends.note(update(of: "a", at: 2), grace: .seconds(3_600))
        ends.watch(only: [])
        #expect(log.told.withLock(\.self) == ["b", "b", "c", "a"])
    }

    /// Or one would be told when the records have had their last word.
    @Test func whatWasToldBeforeTheGraceIsOverIsNotToldAgain() async throws {
        let log = Log()
        let ends = log.ends
        ends.note(update(of: "a"), grace: .milliseconds(20))
        ends.watch(only: [])
        try await Task.sleep(for: .milliseconds(200))
        #expect(log.told.withLock(\.self) == ["a"])
    }

    @Test(.timeLimit(.minutes(5))) func oneThatIsAwayForLongerThanTheGraceIsTold() async throws {
        let log = Log()
        log.ends.note(update(of: "a"), grace: .milliseconds(1))
        while log.told.withLock(\.self).isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(log.told.withLock(\.self) == ["a"])
    }
}
