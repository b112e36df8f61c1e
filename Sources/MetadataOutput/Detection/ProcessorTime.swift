import Glibc

/// How long processors have worked.
enum ProcessorTime {
    /// For the thread that asks, since it was started.
    static var ofThisThread: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
