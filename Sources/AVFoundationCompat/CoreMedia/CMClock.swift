/// The clock that the times of frames are on.
public final class CMClock: Sendable {
    /// The one of the system, which does not run backwards (`CLOCK_MONOTONIC`).
    public static let hostTimeClock = CMClock()

    private init() {}

    /// The time now.
    public var time: CMTime {
        CMTime(value: Int64(DispatchTime.now().uptimeNanoseconds), timescale: 1_000_000_000)
    }
}

/// The clock of the system.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The time now.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
