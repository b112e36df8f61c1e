import MetadataOutput
import MetadataRecords
import Testing

@testable import Capture
@testable import scanwatch

@Suite struct LiveSourceTests {
    /// Counts that nobody got are in the next.
    @Test func latenciesAreKeptUntilTheyAreWritten() {
        var source = LiveSource(index: 0, policy: AnnouncementPolicy())
        let statistics = CaptureCounters(source: "door").statistics
        let update = MetadataUpdate(
            time: MonotonicClock.now, width: 8, height: 8, objects: [], failures: [])
        _ = source.note(update, frame: 0)
        for _ in 0..<2 { #expect(source.counts(statistics).latencies != nil) }
        source.beginCounting(statistics)
        #expect(source.counts(statistics).latencies == nil)
    }
}
