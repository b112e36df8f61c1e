/// How long a search has taken: what processors worked for it, so that a machine that is busy with something else, or stops it for a
/// while, costs no picture; never more than the clock says, which is what counts where that is not known.
package struct WorkTime: Sendable {
    private let begin = SuspendingClock.now
    private let worked: Duration?
    private let processorTime: @Sendable () -> Duration?

    /// Begins now.
    ///
    /// - Parameter processorTime: How long processors have worked, from any beginning; nil if that is not known. Default: never known.
    package init(_ processorTime: @escaping @Sendable () -> Duration? = { nil }) {
        self.processorTime = processorTime
        worked = processorTime()
    }

    /// Until now.
    package var elapsed: Duration {
        let wall = .now - begin
        guard let worked, let now = processorTime() else { return wall }
        return min(wall, now - worked)
    }

    /// Whether so much is over.
    package func isOver(_ time: Duration) -> Bool { .now - begin >= time && elapsed >= time }
}

extension DetectionRequest {
    /// Begins to count what ``deadline`` is about: of a camera's frame, which nobody wants later, what the clock says.
    package func beginWork() -> WorkTime {
        liveFrame == nil ? WorkTime { ProcessorTime.ofThisProcess } : WorkTime()
    }
}
