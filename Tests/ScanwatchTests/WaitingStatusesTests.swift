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

    /// What ``WaitingStatuses/next()`` gives until nothing waits.
    private func rest(of waiting: WaitingStatuses) -> [StatusRecord] {
        var waiting = waiting
        return Array(sequence(state: ()) { _ in waiting.next() })
    }

    @Test func theOldestComesFirst() {
        var waiting = WaitingStatuses()
        let isOneMore = ["a", "b"].map { waiting.add(status(.lost, of: "door", saying: $0)) }
        #expect(isOneMore == [true, true])
        #expect(rest(of: waiting).map(\.message) == ["a", "b"])
        #expect(rest(of: WaitingStatuses()).isEmpty)
    }

    @Test func countsOfACameraWaitOnce() {
        var waiting = WaitingStatuses()
        let isOneMore = ["door", "door", "gate"].map { waiting.add(status(.running, of: $0)) }
        #expect(isOneMore == [true, false, true])
        #expect(waiting.hold(status(.running, of: "door")) && !waiting.hold(status(.lost, of: "door")))
        _ = waiting.next()
        let isTakenAgain = waiting.add(status(.running, of: "door"))
        #expect(isTakenAgain)
    }

    @Test func theNewestAreKept() {
        var waiting = WaitingStatuses()
        // The counts are the oldest: when they go, others may wait.
        let first = status(.running, of: "door")
        let later = (1..<WaitingStatuses.most).map { status(.lost, of: "gate", saying: "\($0)") }
        let isOneMore = ([first] + later).map { waiting.add($0) }
        #expect(isOneMore.allSatisfy { $0 })
        let isOneMoreThanAll = [status(.configured), first].map { waiting.add($0) }
        #expect(isOneMoreThanAll == [false, false])
        let left = rest(of: waiting)
        #expect(left.count == WaitingStatuses.most)
        #expect(left.first?.message == "2" && left.last?.status == .running)
    }
}
