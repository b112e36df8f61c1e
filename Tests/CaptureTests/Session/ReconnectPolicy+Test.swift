@testable import Capture

extension ReconnectPolicy {
    /// One under which a source may be silent for as long as a busy machine takes for a test.
    static func test(
        firstDelay: Duration? = nil, longestDelay: Duration = .zero, includesStart: Bool = true,
        stallTimeout: Duration = .seconds(1_000), startTimeout: Duration = .seconds(1_000)
    ) -> ReconnectPolicy {
        ReconnectPolicy(
            firstDelay: firstDelay, longestDelay: longestDelay, includesStart: includesStart,
            stallTimeout: stallTimeout, startTimeout: startTimeout)
    }
}
