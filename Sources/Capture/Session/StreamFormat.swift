/// What a stream was last said to deliver: a network camera changes the size of its pictures whenever somebody tells it to.
struct StreamFormat {
    /// A camera that changes it with each picture is told of now and then.
    private static let leastInterval = Duration.seconds(1)

    private var told: String
    private var time: SuspendingClock.Instant?

    /// - Parameter stream: One that was opened, and told of.
    init(_ stream: any CaptureStream) { told = stream.formatDescription }

    /// What it delivers now, if that is to be told.
    mutating func change(of stream: any CaptureStream, at now: SuspendingClock.Instant) -> String? {
        if let time, now - time < Self.leastInterval { return nil }
        let format = stream.formatDescription
        guard format != told else { return nil }
        (told, time) = (format, now)
        return format
    }
}
