import Foundation
import MetadataRecords
import Testing

@testable import scanwatch

@Suite struct WaitingStatusesTests {
    private func status(_ status: StatusRecord.Status, of name: String? = nil, saying message: String? = nil)
        -> StatusRecord
    {
        var record = StatusRecord(status, date: Date(timeIntervalSince1970: 0))
        record.source = name.map { StatusRecord.Source(name: Array($0.utf8), index: 0) }
        record.message = message
        return record
    }

    @Test func theOldestComesFirst() {
        var waiting = WaitingStatuses()
        #expect(waiting.next() == nil)
        for text in ["a", "b"] { #expect(waiting.add(status(.lost, of: "door", saying: text))) }
        #expect(waiting.next()?.message == "a")
        #expect(waiting.next()?.message == "b")
        #expect(waiting.next() == nil)
    }

    @Test func countsOfACameraWaitOnce() {
        var waiting = WaitingStatuses()
        #expect(waiting.add(status(.running, of: "door")))
        #expect(!waiting.add(status(.running, of: "door")))
        #expect(waiting.add(status(.running, of: "gate")))
        _ = waiting.next()
        #expect(waiting.add(status(.running, of: "door")))
    }

    @Test func theNewestAreKept() {
        var waiting = WaitingStatuses()
        #expect(waiting.add(status(.running, of: "door")))
        for index in 1..<WaitingStatuses.most {
            #expect(waiting.add(status(.lost, of: "gate", saying: "\(index)")))
        }
        #expect(!waiting.add(status(.configured)))
        // The counts were the oldest, so others may wait.
        #expect(!waiting.add(status(.running, of: "door")))
        var count = 0
        var last: StatusRecord?
        while let next = waiting.next() {
            if count == 0 { #expect(next.message == "2") }
            (count, last) = (count + 1, next)
        }
        #expect(count == WaitingStatuses.most)
        #expect(last?.status == .running)
    }
}
