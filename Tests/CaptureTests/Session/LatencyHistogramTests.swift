import Testing

@testable import Capture

@Suite struct LatencyHistogramTests {
    @Test func percentilesAreRightToTwoPercent() throws {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(0.5) == nil)
        for milliseconds in 1...1_000 { histogram.add(.milliseconds(milliseconds)) }
        for (share, milliseconds) in [(0.5, 500.0), (0.95, 950), (0.99, 990), (1, 1_000)] {
            let found = try #require(histogram.percentile(share)) / .milliseconds(1)
            #expect(abs(found / milliseconds - 1) < 0.02)
        }
    }

    @Test func whatIsOutOfRangeCountsAtTheEnds() throws {
        var histogram = LatencyHistogram()
        for duration in [Duration.seconds(-1), .zero, .seconds(1_000)] { histogram.add(duration) }
        #expect(try #require(histogram.percentile(0.5)) < .milliseconds(1))
        #expect(try #require(histogram.percentile(1)) > .seconds(50))
    }
}
