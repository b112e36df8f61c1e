/// A queue that actors can run on, as Apple's Dispatch has it and Linux' lacks: `unownedExecutor` of an actor returns
/// `asUnownedSerialExecutor()` of one that the actor holds.
public final class DispatchSerialQueue: SerialExecutor {
    /// The same for what takes a queue, such as delegates. On Apple's systems the object is a queue itself.
    public let queue: DispatchQueue

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - label: Its name, for debuggers.
    ///   - qos: How urgent its work is; default unspecified, as what it is asked by.
    public init(label: String, qos: DispatchQoS = .unspecified) {
        queue = DispatchQueue(label: label, qos: qos)
    }

    /// Runs a job of an actor after what was enqueued before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Ends the program where the caller does not run on this queue: for `assumeIsolated` in what a delegate is told on ``queue``.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
