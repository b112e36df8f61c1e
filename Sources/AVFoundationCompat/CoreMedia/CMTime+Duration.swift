extension CMTime {
    /// A duration in nanoseconds, which is how cameras' times are known; in seconds if it is of centuries.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (nanoseconds, isTooLongBy) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if isTooLong || isTooLongBy {
            self.init(value: seconds, timescale: 1)
        } else {
            self.init(value: nanoseconds, timescale: 1_000_000_000)
        }
    }

    /// The time between two frames, as the fraction that it is meant to be: 1/30, 1001/30000.
    init(frameDuration: Duration?) {
        guard let frameDuration, frameDuration > .zero else { self = .invalid; return }
        let rate = .seconds(1) / frameDuration
        // What a camera says of itself may be anything.
        guard rate < Self.largestRate else { self.init(frameDuration); return }
        let fractions = [
            CMTime(value: 1, timescale: Int32(rate.rounded())),
            CMTime(value: 1001, timescale: Int32((rate * 1.001).rounded()) * 1000),
        ]
        self =
            fractions.first { $0.timescale > 0 && abs(1 / $0.seconds - rate) < 1e-3 } ?? CMTime(frameDuration)
    }

    /// Frames a second up to which there are fractions of ``CMTimeScale``.
    private static let largestRate = 1_000_000.0

    /// A duration, or invalid where there is none.
    init(_ duration: Duration?) {
        self = duration.map { CMTime($0) } ?? .invalid
    }

    /// The time as a duration; nil if it is no number.
    var duration: Duration? { isNumeric ? .seconds(value) / Int(timescale) : nil }
}
