/// Frame rates that a format can have: one, or all between two.
public struct FrameRateRange: Sendable, Hashable {
    /// The time between frames at the highest rate.
    let shortest: FrameInterval
    /// The time between frames at the lowest rate.
    let longest: FrameInterval

    /// The lowest rate, frames a second.
    public var minFrameRate: Double { Self.rate(longest) }
    /// The highest rate, frames a second.
    public var maxFrameRate: Double { Self.rate(shortest) }
    /// The time between frames at the highest rate.
    public var minFrameDuration: Duration { .seconds(shortest.seconds) }
    /// The time between frames at the lowest rate.
    public var maxFrameDuration: Duration { .seconds(longest.seconds) }

    private static func rate(_ interval: FrameInterval) -> Double {
        interval.seconds > 0 ? 1 / interval.seconds : 0
    }

    /// The camera's own fraction for a rate, or nil if the rate is not in the range. A rate within 1 % of a limit is
    /// that limit: cameras say 29.97 and 30 for the same thing.
    func interval(rate: Double) -> FrameInterval? {
        for limit in [shortest, longest] where abs(Self.rate(limit) - rate) <= rate * 0.01 { return limit }
        guard minFrameRate < rate, rate < maxFrameRate else { return nil }
        // The kernel has 32 bits for each.
        let scale = min(1_000_000, max(1, (4e9 / rate).rounded(.down)))
        return FrameInterval(numerator: Int(scale), denominator: Int((rate * scale).rounded()))
    }
}
