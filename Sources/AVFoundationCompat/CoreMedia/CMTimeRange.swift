/// A time and how long it goes on.
public struct CMTimeRange: Hashable, Sendable {
    /// When it begins.
    public var start: CMTime
    /// How long it goes on.
    public var duration: CMTime

    /// Makes an invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// Makes a range.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

    /// Makes a range of its limits.
    public init(start: CMTime, end: CMTime) { (self.start, duration) = (start, end - start) }

    /// When it ends.
    public var end: CMTime { start + duration }
    /// Whether it is a range at all.
    public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
    /// Whether it takes no time.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// No range.
    public static let invalid = CMTimeRange()
    /// No time.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// Whether a time is in it.
    public func containsTime(_ time: CMTime) -> Bool { isValid && start <= time && time < end }
}

/// A range of its begin and its duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// A range of its limits.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// When a range ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether a time is in a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
