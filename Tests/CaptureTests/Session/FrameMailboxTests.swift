import MetadataOutput
import Testing

@testable import Capture

@Suite struct FrameMailboxTests {
    private let counters = CaptureCounters(source: "a")

    /// A frame of a camera that takes one every ten milliseconds.
    private func frame(_ number: Int, drops: [CaptureDropReason: Int] = [:]) -> CaptureFrame {
        CaptureFrame(
            payload: .encoded([], limits: .standard), time: .milliseconds(10 * number),
            sequenceNumber: number,
            drops: drops)
    }

    private func mailbox(dropsLateFrames: Bool = true, patience: Duration = .zero) -> FrameMailbox {
        FrameMailbox(dropsLateFrames: dropsLateFrames, patience: patience, counters: counters)
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
        let mailbox = mailbox()
        mailbox.put(frame(1, drops: [.corrupted: 2]))
        mailbox.put(frame(2))
        mailbox.put(frame(3, drops: [.late: 1]))
        guard case .frame(let taken) = mailbox.take() else {
            Issue.record("no frame")
            return
        }
        #expect(taken.sequenceNumber == 3)
        #expect(taken.drops == [.late: 3, .corrupted: 2])
        #expect(!mailbox.hasMore())
        #expect(counters.statistics.drops == [.late: 2])
    }

    @Test func someWaitForTheirTurn() {
        let mailbox = mailbox(patience: .milliseconds(20))
        for number in 1...3 { mailbox.put(frame(number)) }
        #expect(contents(of: mailbox) == [1, 2, 3])
        #expect(!mailbox.hasMore())
        #expect(counters.statistics.drops.isEmpty)
        // The first of four is late, and with it those after it.
        for number in 4...7 { mailbox.put(frame(number)) }
        #expect(contents(of: mailbox) == [7])
        #expect(counters.statistics.drops == [.late: 3])
    }

    @Test func whoIsLateGetsTheNewestUntilItHasCaughtUp() {
        let mailbox = mailbox(patience: .milliseconds(20))
        for number in 1...4 { mailbox.put(frame(number)) }
        _ = mailbox.take()
        mailbox.put(frame(5))
        #expect(mailbox.hasMore())
        mailbox.put(frame(6))
        #expect(contents(of: mailbox) == [6])
        #expect(!mailbox.hasMore())
        for number in 7...8 { mailbox.put(frame(number)) }
        #expect(contents(of: mailbox) == [7, 8])
    }

    @Test func aGapStaysBetweenItsFrames() {
        let mailbox = mailbox()
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

    @Test func whatWaitsAtTheEndIsLate() {
        let mailbox = mailbox(patience: .milliseconds(20))
        for number in 1...3 { mailbox.put(frame(number)) }
        mailbox.putGap()
        let taken = mailbox.take()
        mailbox.finish()
        mailbox.put(frame(4))
        if let taken { mailbox.missed(taken) }
        #expect(contents(of: mailbox) == [])
        #expect(counters.statistics.drops == [.late: 4])
    }

    @Test func nothingIsKeptAfterTheEndAndNobodyWaits() {
        let mailbox = mailbox(dropsLateFrames: false)
        mailbox.put(frame(1))
        mailbox.finish()
        mailbox.put(frame(2))
        mailbox.putGap()
        mailbox.waitUntilEmpty()
        #expect(!mailbox.hasMore())
        // The reader of a file that is stopped reads no further: nothing was too late.
        #expect(counters.statistics.drops.isEmpty)
    }
}
