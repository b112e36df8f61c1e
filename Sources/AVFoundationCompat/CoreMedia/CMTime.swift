/// A count of ``CMTime/timescale`` parts of a second.
public typealias CMTimeValue = Int64
/// Parts of a second.
public typealias CMTimeScale = Int32
/// Tells times apart that begin anew.
public typealias CMTimeEpoch = Int64

/// What a ``CMTime`` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Makes flags of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It is a time at all.
    public static let valid = Self(rawValue: 1)
    /// It was rounded on its way.
    public static let hasBeenRounded = Self(rawValue: 2)
    /// Later than every time.
    public static let positiveInfinity = Self(rawValue: 4)
    /// Earlier than every time.
    public static let negativeInfinity = Self(rawValue: 8)
    /// Of no known length.
    public static let indefinite = Self(rawValue: 16)
    /// Any of the three that are no number.
    public static let impliedValueFlagsMask: Self = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction of seconds, as CoreMedia has it.
public struct CMTime: Sendable {
    /// How many parts of a second.
    public var value: CMTimeValue
    /// How many of them make a second.
    public var timescale: CMTimeScale
    /// What it is.
    public var flags: CMTimeFlags
    /// Tells times apart that begin anew; 0 here.
    public var epoch: CMTimeEpoch

    /// Makes an invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Makes a time of its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Makes a time of a fraction; invalid if `timescale` is not above 0.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Makes a time of seconds, rounded to parts of them.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else { self = .invalid; return }
        let value = (seconds * Double(preferredTimescale)).rounded()
        guard value.magnitude < 0x1p63 else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: Int64(value), timescale: preferredTimescale)
        if Double(value) != seconds * Double(preferredTimescale) { flags.insert(.hasBeenRounded) }
    }

    /// No time.
    public static let invalid = CMTime()
    /// Nothing.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Later than every time.
    public static let positiveInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Earlier than every time.
    public static let negativeInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// Of no known length.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// Whether it is a time at all.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than every time.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than every time.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether its length is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number of seconds.
    public var isNumeric: Bool {
        isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
    }
    /// Whether it was rounded on its way.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// In seconds; not a number if it is none.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isNumeric ? Double(value) / Double(timescale) : .nan
    }
}

extension CMTime: Comparable, Hashable {
    /// Where it stands among the times that are no number: invalid ones come last.
    private var rank: Int {
        switch true {
        case isNegativeInfinity: 0
        case isNumeric: 1
        case isIndefinite: 2
        case isPositiveInfinity: 3
        default: 4
        }
    }

    /// Whether both are the same time, whatever the fraction.
    public static func == (one: CMTime, other: CMTime) -> Bool { !(one < other) && !(other < one) }

    /// Whether one is earlier than the other.
    public static func < (one: CMTime, other: CMTime) -> Bool {
        guard one.rank == 1, other.rank == 1 else { return one.rank < other.rank }
        if one.epoch != other.epoch { return one.epoch < other.epoch }
        let left = one.value.multipliedFullWidth(by: Int64(other.timescale))
        let right = other.value.multipliedFullWidth(by: Int64(one.timescale))
        return (left.high, left.low) < (right.high, right.low)
    }

    /// Hashes the fraction in its lowest terms.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == 1 else { return }
        var (divisor, rest) = (UInt64(timescale), value.magnitude)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / divisor)
        hasher.combine(UInt64(timescale) / divisor)
    }
}

extension CMTime: CustomStringConvertible {
    /// The fraction and what it comes to.
    public var description: String {
        isNumeric ? "CMTime(\(value)/\(timescale) = \(seconds))" : "CMTime(\(seconds))"
    }
}
