import MetadataOutput
import Testing

@testable import Capture

@Suite struct FrameMailboxTests {
    private let counters = CaptureCounters(source: "a")

    private func frame(_ number: Int, drops: [CaptureDropReason: Int] = [:]) -> CaptureFrame {
        CaptureFrame(
            payload: .encoded([], limits: .standard), time: .zero, sequenceNumber: number, drops: drops)
    }

    /// Everything that can be taken: numbers of frames, nil for gaps.
    private func contents(of mailbox: FrameMailbox) -> [Int?] {
        var taken: [Int?] = []
        while let item = mailbox.take() {
            switch item {
            case .frame(let frame): taken.append(frame.sequenceNumber)
            case .gap: taken.append(nil)
            }
        }
        return taken
    }

    @Test func theNewestFrameWinsAndTheOthersAreCounted() throws {
        let mailbox = FrameMailbox(dropsLateFrames: true, counters: counters)
        mailbox.put(frame(1, drops: [.corrupted: 2]))
        mailbox.put(frame(2))
        mailbox.put(frame(3, drops: [.late: 1]))
        guard case .frame(let taken) = mailbox.take() else {
            Issue.record("no frame")
            return
        }
        #expect(taken.sequenceNumber == 3)
        #expect(taken.drops == [.late: 3, .corrupted: 2])
        #expect(mailbox.isEmpty)
        #expect(counters.statistics.drops == [.late: 2])
    }

    @Test func aGapStaysBetweenItsFrames() {
        let mailbox = FrameMailbox(dropsLateFrames: true, counters: counters)
        mailbox.put(frame(1))
        mailbox.putGap()
        #expect(contents(of: mailbox) == [1, nil])
        mailbox.put(frame(2))
        mailbox.putGap()
        mailbox.put(frame(3))
        #expect(contents(of: mailbox) == [nil, 3])
        mailbox.putGap()
        mailbox.put(frame(4))
        #expect(contents(of: mailbox) == [nil, 4])
    }

    @Test func nothingIsKeptAfterTheEndAndNobodyWaits() {
        let mailbox = FrameMailbox(dropsLateFrames: false, counters: counters)
        mailbox.put(frame(1))
        mailbox.finish()
        mailbox.put(frame(2))
        mailbox.putGap()
        mailbox.waitUntilEmpty()
        #expect(mailbox.isEmpty)
    }
}
