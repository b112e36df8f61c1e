import Foundation

/// Durations in classes of 2 %, from a tenth of a millisecond to a minute, in memory that does not grow.
public struct LatencyHistogram: Sendable, Hashable {
    /// Ratio of the bounds of a class.
    private static let growth = 1.02
    private static let shortest = 1e-4
    private static let classes = 673

    private var counts = [Int](repeating: 0, count: classes)
    /// How many durations were added.
    public private(set) var count = 0

    /// Makes an empty histogram.
    public init() {}

    /// Adds a duration; what is out of range counts in the first or last class.
    public mutating func add(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        let position = log(max(seconds, Self.shortest) / Self.shortest) / log(Self.growth)
        counts[min(Int(position), Self.classes - 1)] += 1
        count += 1
    }

    /// The duration that a share of those added do not exceed, to 2 %; nil if there are none.
    ///
    /// - Parameter share: 0.5 for the median, 0.99 for the 99th percentile.
    public func percentile(_ share: Double) -> Duration? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (number, inClass) in counts.enumerated() {
            seen += inClass
            if seen >= wanted { return .seconds(Self.shortest * pow(Self.growth, Double(number) + 0.5)) }
        }
        return nil
    }
}
