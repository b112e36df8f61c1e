import Glibc

/// The clock of frames.
enum MonotonicClock {
    /// Its time (`CLOCK_MONOTONIC`); Swift's own clock of this kind does not tell it.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
