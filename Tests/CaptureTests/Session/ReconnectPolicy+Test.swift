@testable import Capture

extension ReconnectPolicy {
    /// One under which a source may be silent for as long as a busy machine takes for a test.
    static func test(
        firstDelay: Duration? = nil, longestDelay: Duration = .zero, includesStart: Bool = true
    ) -> ReconnectPolicy {
        ReconnectPolicy(
            firstDelay: firstDelay, longestDelay: longestDelay, includesStart: includesStart,
            stallTimeout: .seconds(1_000))
    }
}
