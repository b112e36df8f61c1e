extension CMTime {
    /// The sum; infinite where it is beyond what can be counted. Of times that are no number it is what CoreMedia makes of them:
    /// invalid with an invalid one and of opposite infinities, else infinite with one, else indefinite.
    public static func + (one: CMTime, other: CMTime) -> CMTime {
        one.combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// The difference; infinite where it is beyond what can be counted.
    public static func - (one: CMTime, other: CMTime) -> CMTime {
        one.combined(with: other, infinity: \.opposite) { $0.subtractingReportingOverflow($1) }
    }

    /// The time so many times as long; infinite where that is beyond what can be counted.
    public static func * (time: CMTime, factor: Int32) -> CMTime {
        guard time.isNumeric else { return factor < 0 ? time.opposite : time }
        let (value, isTooLarge) = time.value.multipliedReportingOverflow(by: Int64(factor))
        if isTooLarge { return infinity(isNegative: (time.value < 0) != (factor < 0)) }
        return CMTime(value: value, timescale: time.timescale)
    }

    private var opposite: CMTime {
        switch self {
        case .positiveInfinity: .negativeInfinity
        case .negativeInfinity: .positiveInfinity
        default: self
        }
    }

    private static func infinity(isNegative: Bool) -> CMTime {
        isNegative ? .negativeInfinity : .positiveInfinity
    }

    /// The same time in other parts of a second, rounded; infinite where it is beyond what can be counted.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod = .default) -> CMTime {
        guard isNumeric, newTimescale > 0 else { return isNumeric ? .invalid : self }
        guard newTimescale != timescale else { return self }
        let product = value.magnitude.multipliedFullWidth(by: UInt64(newTimescale))
        let divisor = UInt64(timescale)
        guard product.high < divisor else { return Self.infinity(isNegative: value < 0) }
        let (quotient, rest) = divisor.dividingFullWidth(product)
        let isRoundedAway = rest != 0 && method.roundsAway(isNegative: value < 0, isHalf: 2 * rest >= divisor)
        let magnitude = quotient.addingReportingOverflow(isRoundedAway ? 1 : 0)
        guard !magnitude.overflow, magnitude.partialValue <= Int64.max.magnitude else {
            return Self.infinity(isNegative: value < 0)
        }
        let rounded = Int64(magnitude.partialValue)
        var time = CMTime(value: value < 0 ? -rounded : rounded, timescale: newTimescale)
        if rest != 0 { time.flags.insert(.hasBeenRounded) }
        return time
    }

    /// Both as parts of the second that both have, or of nanoseconds.
    ///
    /// - Parameter infinity: What an other without end makes of a time.
    private func combined(
        with other: CMTime, infinity: (CMTime) -> CMTime = { $0 },
        _ combine: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) -> CMTime {
        guard isNumeric, other.isNumeric else {
            guard isValid, other.isValid else { return .invalid }
            let endless = [self, infinity(other)].filter { $0.isPositiveInfinity || $0.isNegativeInfinity }
            guard let first = endless.first else { return .indefinite }
            return endless.allSatisfy { $0 == first } ? first : .invalid
        }
        if timescale == other.timescale {
            let (sum, isTooLarge) = combine(value, other.value)
            // Only values of which the first has the sum's sign overflow.
            return isTooLarge
                ? Self.infinity(isNegative: value < 0) : CMTime(value: sum, timescale: timescale)
        }
        let (small, large) = (min(timescale, other.timescale), max(timescale, other.timescale))
        let common: CMTimeScale =
            large.isMultiple(of: small)
            ? large : CMTimeScale(exactly: Int64(small) * Int64(large)) ?? 1_000_000_000
        return convertScale(common).combined(
            with: other.convertScale(common), infinity: infinity, combine)
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

    /// Whether what lies between two values becomes the one farther from zero.
    ///
    /// - Parameter isHalf: Whether that is as near or nearer.
    fileprivate func roundsAway(isNegative: Bool, isHalf: Bool) -> Bool {
        switch self {
        case .roundHalfAwayFromZero: isHalf
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .roundTowardNegativeInfinity: isNegative
        case .roundTowardPositiveInfinity: !isNegative
        }
    }
}
