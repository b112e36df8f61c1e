import Glibc

/// How long processors have worked.
package enum ProcessorTime {
    /// For the thread that asks, since it was started.
    package static var ofThisThread: Duration { time(on: CLOCK_THREAD_CPUTIME_ID) }

    /// For all threads of this process, since it was started.
    package static var ofThisProcess: Duration { time(on: CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(on clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
