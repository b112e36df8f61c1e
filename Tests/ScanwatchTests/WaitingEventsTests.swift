import MetadataOutput
import Testing

@testable import scanwatch

@Suite struct WaitingEventsTests {
    private func entry(_ number: Int, _ kind: MetadataEvent.Kind, of id: Int, source: String = "door")
        -> WaitingEvents.Entry
    {
        WaitingEvents.Entry(
            source: source, objectID: id, kind: kind, lines: [UInt8(truncatingIfNeeded: number)])
    }

    /// The numbers of what ``WaitingEvents/next()`` gives until nothing waits.
    private func rest(of waiting: WaitingEvents) -> [UInt8] {
        var waiting = waiting
        return sequence(state: ()) { _ in waiting.next() }.map { $0.lines[0] }
    }

    @Test func theOldestComesFirst() {
        var waiting = WaitingEvents()
        let lost = [entry(1, .appeared, of: 1), entry(2, .disappeared, of: 1)].map { waiting.add($0)?.lines }
        #expect(lost == [nil, nil] && rest(of: waiting) == [1, 2])
    }

    /// Of each object alone, and not across what happened to it in between.
    @Test func ofWhatIsStillThereTheLastWaits() {
        var waiting = WaitingEvents()
        let told = [
            entry(1, .appeared, of: 1), entry(2, .updated, of: 1), entry(3, .updated, of: 2),
            entry(4, .updated, of: 1, source: "gate"), entry(5, .updated, of: 1),
            entry(6, .disappeared, of: 1), entry(7, .appeared, of: 1), entry(8, .updated, of: 1),
            entry(9, .updated, of: 1),
        ]
        let lost = told.compactMap { waiting.add($0)?.lines[0] }
        #expect(lost == [2, 8] && rest(of: waiting) == [1, 3, 4, 5, 6, 7, 9])
    }

    @Test func theNewestAreKept() {
        var waiting = WaitingEvents()
        let lost = (0..<WaitingEvents.most + 2).compactMap {
            waiting.add(entry($0, .appeared, of: $0))?.objectID
        }
        #expect(lost == [0, 1] && rest(of: waiting).count == WaitingEvents.most)
    }
}
