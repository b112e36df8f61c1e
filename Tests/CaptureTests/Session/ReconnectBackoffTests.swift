import Testing

@testable import Capture

/// When a source that failed is tried again.
@Suite struct ReconnectBackoffTests {
    private static let policy = ReconnectPolicy(
        firstDelay: .milliseconds(250), longestDelay: .milliseconds(900))

    @Test func laterEachTimeUpToAMost() {
        var backoff = ReconnectBackoff(Self.policy)
        #expect(
            (0..<4).map { _ in backoff.next() } == [250, 500, 900, 900].map { Duration.milliseconds($0) })
    }

    /// One frame between two failures is not enough, or a bad cable would be told of several times a second for ever.
    @Test func soonerAgainOnceItHasDeliveredForAWhile() {
        var backoff = ReconnectBackoff(Self.policy)
        _ = backoff.next()
        backoff.delivers(for: .milliseconds(10))
        #expect(backoff.next() == .milliseconds(500))
        backoff.delivers(for: .milliseconds(900))
        #expect(backoff.next() == .milliseconds(250))
    }

    @Test func noneWherePolicySaysSo() {
        var backoff = ReconnectBackoff(.never)
        #expect(backoff.next() == nil)
    }
}
