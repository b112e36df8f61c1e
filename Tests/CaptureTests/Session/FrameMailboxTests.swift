import MetadataOutput
import Testing

@testable import Capture

@Suite struct FrameMailboxTests {
    private func frame(_ number: Int, drops: [CaptureDropReason: Int] = [:]) -> CaptureFrame {
        CaptureFrame(
            payload: .encoded([], limits: .standard), time: .zero, sequenceNumber: number, drops: drops)
    }

    @Test func theNewestFrameWinsAndTheOthersAreCounted() {
        let mailbox = FrameMailbox(dropsLateFrames: true)
        mailbox.put(frame(1, drops: [.corrupted: 2]))
        mailbox.put(frame(2))
        mailbox.put(frame(3, drops: [.late: 1]))
        let taken = mailbox.take()
        #expect(taken?.sequenceNumber == 3)
        #expect(taken?.drops == [.late: 3, .corrupted: 2])
        #expect(mailbox.take() == nil)
    }

    @Test func nothingIsKeptAfterTheEnd() {
        let mailbox = FrameMailbox(dropsLateFrames: false)
        mailbox.put(frame(1))
        mailbox.finish()
        mailbox.put(frame(2))
        #expect(mailbox.isEmpty)
    }
}
