import MetadataOutput

/// How long a worker has had for an answer: what processors worked for it, and a part of what it slept. How long it waited for a
/// processor says something of the machine alone, and does not count.
struct WorkerEffort {
    /// As often somebody looks whether it sleeps.
    private static let interval = Duration.seconds(1)

    private let child: WorkerChild
    private let sleepShare: Int
    private let work: WorkTime
    private var slept = Duration.zero

    /// Begins now.
    ///
    /// - Parameter sleepShare: The part of its sleep that counts, as 1 in so many; there is an end to what does nothing.
    init(of child: WorkerChild, sleepShare: Int) {
        (self.child, self.sleepShare) = (child, sleepShare)
        work = WorkTime { child.processorTime }
    }

    /// Until now.
    var elapsed: Duration { max(work.elapsed, slept / sleepShare) }

    /// Waits for what comes from it, until it has had so much time.
    ///
    /// - Parameter isWaiting: Whether it may be waiting for somebody else, which is not held against it.
    static func arrival(
        from child: WorkerChild, within most: Duration, sleepShare: Int,
        unless isWaiting: () -> Bool = { false }
    ) -> Channel.Arrival {
        var effort = WorkerEffort(of: child, sleepShare: sleepShare)
        while true {
            let rest = most - effort.elapsed
            guard rest > .zero else { return .timeout }
            let wait = min(rest, interval)
            let arrival = child.channel.receive(until: .now + wait)
            guard case .timeout = arrival else { return arrival }
            if isWaiting() {
                effort = WorkerEffort(of: child, sleepShare: sleepShare)
            } else if child.isAsleep {
                // Not by the clock: who was stopped (Ctrl-Z) comes late, and the worker may have been stopped with it.
                effort.slept += wait
            }
        }
    }
}
