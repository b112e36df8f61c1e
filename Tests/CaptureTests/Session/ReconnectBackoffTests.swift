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
        backoff.delivers(for: .milliseconds(990))
        #expect(backoff.next() == .milliseconds(500))
        backoff.delivers(for: .seconds(1))
        #expect(backoff.next() == .milliseconds(250))
    }

    /// A camera that ends its stream every four seconds is not away for longer than it is there.
    @Test func whoIsThereForLongerThanItWasAwayIsNotLetAloneForLonger() {
        var backoff = ReconnectBackoff(.backoff)
        for _ in 0..<20 {
            #expect(backoff.next() == .milliseconds(250))
            backoff.delivers(for: .seconds(4))
        }
        for seconds in [0.25, 0.5, 1, 2, 4, 8] {
            #expect(backoff.next() == .seconds(seconds))
            backoff.delivers(for: .seconds(seconds * 0.9))
        }
    }

    @Test func noneWherePolicySaysSo() {
        var backoff = ReconnectBackoff(.never)
        #expect(backoff.next() == nil)
    }
}
