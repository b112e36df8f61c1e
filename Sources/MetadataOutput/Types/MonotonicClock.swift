import Dispatch

/// The clock that the times of cameras' frames are on, and the one that drivers stamp them with (`CLOCK_MONOTONIC`). Swift's own
/// clocks of this kind do not tell their time, and so cannot be compared with a frame's.
package enum MonotonicClock {
    /// The time since some moment before, such as the machine's start.
    package static var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }
}
