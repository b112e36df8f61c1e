// CoreMedia's functions, as older code calls them.

/// A time of a fraction.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// A time of seconds, rounded to parts of them.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The sum.
public func CMTimeAdd(_ one: CMTime, _ other: CMTime) -> CMTime { one + other }

/// The difference.
public func CMTimeSubtract(_ one: CMTime, _ other: CMTime) -> CMTime { one - other }

/// −1 if the first is earlier, 1 if it is later, else 0.
public func CMTimeCompare(_ one: CMTime, _ other: CMTime) -> Int32 { one < other ? -1 : one > other ? 1 : 0 }

/// The earlier.
public func CMTimeMinimum(_ one: CMTime, _ other: CMTime) -> CMTime { min(one, other) }

/// The later.
public func CMTimeMaximum(_ one: CMTime, _ other: CMTime) -> CMTime { max(one, other) }

/// The time so many times as long.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * multiplier }

/// The same time in other parts of a second.
public func CMTimeConvertScale(_ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(timescale, method: method)
}

/// No time.
public let kCMTimeInvalid = CMTime.invalid
/// Nothing.
public let kCMTimeZero = CMTime.zero
/// Later than every time.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// Of no known length.
public let kCMTimeIndefinite = CMTime.indefinite
