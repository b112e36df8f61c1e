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

/// The time so many times as long, rounded to its parts of a second; infinite where that is beyond what can be counted.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isNumeric else { return time * (multiplier < 0 ? -1 : 1) }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale)
}

/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time < .zero ? time * -1 : time }

/// Whether it is a time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether it is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

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
/// Earlier than every time.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// Of no known length.
public let kCMTimeIndefinite = CMTime.indefinite
