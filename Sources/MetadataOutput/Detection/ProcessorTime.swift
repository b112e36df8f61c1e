import Glibc

/// How long processors have worked.
package enum ProcessorTime {
    /// For the thread that asks, since it was started, those included that helped it.
    package static var ofThisThread: Duration { time(on: CLOCK_THREAD_CPUTIME_ID) + ofHelpers }

    /// For all threads of this process, since it was started.
    package static var ofThisProcess: Duration { time(on: CLOCK_PROCESS_CPUTIME_ID) }

    /// For all threads of another process, since it was started; nil if it is no more.
    package static func of(process: Int32) -> Duration? {
        var clock = clockid_t()
        guard unsafe clock_getcpuclockid(process, &clock) == 0 else { return nil }
        var time = timespec()
        return unsafe clock_gettime(clock, &time) == 0 ? Duration(time) : nil
    }

    /// Counts the time of a thread or process that worked for this one as this one's.
    package static func addToThisThread(_ time: Duration) {
        let nanoseconds = Int((ofHelpers + time) / .nanoseconds(1))
        unsafe pthread_setspecific(helpers, UnsafeRawPointer(bitPattern: nanoseconds))
    }

    /// Holds a thread's nanoseconds in place of a pointer. A thread's dictionary of Foundation's would do as well, and takes the
    /// first search of a process a millisecond.
    private static let helpers: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    private static var ofHelpers: Duration {
        .nanoseconds(Int(bitPattern: unsafe pthread_getspecific(helpers)))
    }

    private static func time(on clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Duration(time)
    }
}

extension Duration {
    fileprivate init(_ time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
