import Foundation
import Testing

@testable import MetadataOutput

@Suite struct WorkTimeTests {
    private let begin = SuspendingClock.now

    @Test func whatNobodyWorksForCountsATenth() {
        let work = WorkTime { .seconds(7) }
        usleep(50_000)
        let elapsed = work.elapsed
        #expect(elapsed >= .milliseconds(5) && elapsed <= (.now - begin) / 10)
        #expect(work.isOver(.milliseconds(5)))
        #expect(!WorkTime { .zero }.isOver(.seconds(86_400)))
    }

    @Test func itIsNeverMoreThanTheClockSays() {
        // As several processors together.
        let work = WorkTime { [begin] in (.now - begin) * 4 }
        usleep(50_000)
        let elapsed = work.elapsed
        #expect(elapsed >= .milliseconds(50) && elapsed <= .now - begin)
    }

    @Test func whatIsNotKnownIsTheClocks() {
        let work = WorkTime()
        usleep(50_000)
        #expect(work.elapsed >= .milliseconds(50) && work.isOver(.milliseconds(50)))
    }

    /// A camera's frame comes too late, whoever is to blame.
    @Test func aFrameOfACameraHasTheTimeOfTheClock() {
        let frame = DetectionRequest(types: [.qr], liveFrame: LiveFrame(number: 0)).beginWork()
        let picture = DetectionRequest(types: [.qr]).beginWork()
        usleep(50_000)
        #expect(frame.elapsed >= .milliseconds(50))
        #expect(picture.elapsed >= .milliseconds(5))
    }
}
