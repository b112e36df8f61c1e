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

    /// What a camera takes to be opened, or to come, is none of the time in which its frames came.
    @Test func framesAreCountedFromTheFirstOneOn() {
        var source = LiveSource(index: 0, policy: AnnouncementPolicy())
        let counters = CaptureCounters(source: "door")
        let begin = MonotonicClock.now + .seconds(60)
        let hadStarted = source.start(at: begin)
        counters.sourceStopped(dropping: [.late: 30])
        #expect(source.counts(counters.statistics, at: begin + .seconds(2)).framesPerSecond == 15)
        // One that returns has been missing since the counts before.
        let hasStarted = source.start(at: begin + .seconds(2))
        #expect(source.counts(counters.statistics, at: begin + .seconds(3)).framesPerSecond == 10)
        #expect(hadStarted == .started && hasStarted == .changed)
    }

    /// The counts of a camera that is taken out and put in again begin with it.
    @Test func whatWasTakenOutStartsAnew() {
        var source = LiveSource(index: 0, policy: AnnouncementPolicy())
        let (first, second) = (CaptureCounters(source: "door"), CaptureCounters(source: "door"))
        _ = source.start()
        first.sourceStopped(dropping: [.late: 30])
        source.countUnwritten(1)
        source.beginCounting(first.statistics)
        source.stop()
        let begin = MonotonicClock.now + .seconds(60)
        let hasStarted = source.start(at: begin)
        second.sourceStopped(dropping: [.late: 10])
        let counts = source.counts(second.statistics, at: begin + .seconds(2))
        #expect(hasStarted == .started && counts.framesPerSecond == 5 && counts.drops == ["late": 10])
    }

    /// What was never lost does not return.
    @Test func onlyWhatWasLostReturns() {
        var source = LiveSource(index: 0, policy: AnnouncementPolicy())
        let told = [false, false, true, false].map { isLost in
            if isLost { source.lose() }
            return source.start()
        }
        #expect(told == [.started, .changed, .returned, .changed])
        source.lose()
        source.stop()
        let again = source.start()
        #expect(again == .started)
    }
}
