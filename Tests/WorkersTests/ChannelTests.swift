import Glibc
import Testing

@testable import Workers

@Suite struct ChannelTests {
    /// The two ends of a channel, as a client makes them.
    private func ends() throws -> (Channel, Channel) {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &sockets) == 0)
        return (Channel(descriptor: sockets[0]), Channel(descriptor: sockets[1]))
    }

    @Test func whereNobodyReadsNobodyWaits() throws {
        let (client, worker) = try ends()
        defer { for end in [client, worker] { close(end.descriptor) } }
        var sent = 0
        while client.send(.question, count: sent) { sent += 1 }
        #expect(sent > 0)
        // Once there is room it goes on.
        guard case .message(let first) = worker.receive(until: nil) else { return #expect(Bool(false)) }
        #expect(first.count == 0 && first.kind == .question)
    }

    @Test func noDeadlineIsTooFarAway() throws {
        let (client, worker) = try ends()
        defer { for end in [client, worker] { close(end.descriptor) } }
        #expect(worker.send(.answer, count: 7))
        guard case .message(let answer) = client.receive(until: .now + .seconds(Int64.max)) else {
            return #expect(Bool(false))
        }
        #expect(answer.count == 7)
    }
}
