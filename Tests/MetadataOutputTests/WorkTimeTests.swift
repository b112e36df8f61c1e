import Foundation
import Testing

@testable import MetadataOutput

@Suite struct WorkTimeTests {
    private let begin = SuspendingClock.now

    @Test func whatNobodyWorksForDoesNotCount() {
        let work = WorkTime { .seconds(7) }
        usleep(50_000)
        #expect(work.elapsed == .zero && !work.isOver(.milliseconds(1)))
    }

    @Test func itIsNeverMoreThanTheClockSays() {
        // As several processors together.
        let work = WorkTime { [begin] in (.now - begin) * 4 }
        usleep(50_000)
        let elapsed = work.elapsed
        #expect(elapsed >= .milliseconds(50) && elapsed <= .now - begin)
        #expect(work.isOver(.milliseconds(50)) && !work.isOver(.seconds(86_400)))
    }

    @Test func whatIsNotKnownIsTheClocks() {
        let work = WorkTime()
        usleep(50_000)
        #expect(work.elapsed >= .milliseconds(50) && work.isOver(.milliseconds(50)))
    }

    /// A camera's frame comes too late, whoever is to blame.
    @Test func aFrameOfACameraHasTheTimeOfTheClock() {
        let frame = DetectionRequest(types: [.qr], liveFrame: LiveFrame(number: 0)).beginWork()
        usleep(50_000)
        #expect(frame.elapsed >= .milliseconds(50))
    }

    /// What is found in a picture does not depend on what else runs.
    @Test func aPictureHasTheTimeOfProcessors() {
        let before = ProcessorTime.ofThisProcess
        let picture = DetectionRequest(types: [.qr]).beginWork()
        usleep(50_000)
        let elapsed = picture.elapsed
        #expect(elapsed <= ProcessorTime.ofThisProcess - before)
    }
}
