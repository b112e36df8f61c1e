extension CMTime {
    /// The sum.
    public static func + (one: CMTime, other: CMTime) -> CMTime { one.combined(with: other, +) }

    /// The difference.
    public static func - (one: CMTime, other: CMTime) -> CMTime { one.combined(with: other, -) }

    /// The time so many times as long.
    public static func * (time: CMTime, factor: Int32) -> CMTime {
        guard time.isNumeric else { return time }
        return CMTime(value: time.value &* Int64(factor), timescale: time.timescale)
    }

    /// The same time in other parts of a second, rounded.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod = .default) -> CMTime {
        guard isNumeric, newTimescale > 0 else { return isNumeric ? .invalid : self }
        let exact = Double(value) * Double(newTimescale) / Double(timescale)
        var time = CMTime(value: Int64(exact.rounded(method.rule)), timescale: newTimescale)
        if Double(time.value) != exact { time.flags.insert(.hasBeenRounded) }
        return time
    }

    /// Both as parts of the second that both have, or of nanoseconds.
    private func combined(with other: CMTime, _ combine: (Int64, Int64) -> Int64) -> CMTime {
        guard isNumeric, other.isNumeric else { return isNumeric ? other : self }
        if timescale == other.timescale {
            return CMTime(value: combine(value, other.value), timescale: timescale)
        }
        let (small, large) = (min(timescale, other.timescale), max(timescale, other.timescale))
        let common: CMTimeScale =
            large.isMultiple(of: small)
            ? large : CMTimeScale(exactly: Int64(small) * Int64(large)) ?? 1_000_000_000
        return CMTime(
            value: combine(convertScale(common).value, other.convertScale(common).value), timescale: common)
    }
}

/// How a time is rounded to other parts of a second.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest, halves away from zero; the default.
    case roundHalfAwayFromZero = 1
    /// Towards zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Towards the earlier.
    case roundTowardNegativeInfinity = 6
    /// Towards the later.
    case roundTowardPositiveInfinity = 5

    /// To the nearest, halves away from zero.
    public static let `default` = roundHalfAwayFromZero

    fileprivate var rule: FloatingPointRoundingRule {
        switch self {
        case .roundHalfAwayFromZero: .toNearestOrAwayFromZero
        case .roundTowardZero: .towardZero
        case .roundAwayFromZero: .awayFromZero
        case .roundTowardNegativeInfinity: .down
        case .roundTowardPositiveInfinity: .up
        }
    }
}
