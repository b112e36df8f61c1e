/// The times of a stream's frames on this machine's clock.
///
/// What the camera says of the time between two frames is exact, and its clock another than ours; when they come is our time,
/// and as uneven as the network.
struct StreamClock {
    /// So much of what the two clocks have come apart is followed with each frame: of both in some seconds.
    private static let share = 1.0 / 256
    /// A frame that comes later is behind others that the network, or this machine, has held up; where all do for as long, the camera
    /// was held up itself.
    private static let longest = Duration.seconds(2)
    /// Frames that are shown before others that were sent earlier are so by less; else the camera's clock was set.
    private static let longestReordering = Duration.seconds(1)

    private var offset: Duration?
    /// By the camera, the latest time.
    private var newest: Duration?
    /// By the camera, the first of the frames that have come too late without one in time between.
    private var lateSince: Duration?

    /// - Parameters:
    ///   - time: By the camera, from whenever on.
    ///   - arrival: When the frame came.
    /// - Returns: When it was taken or a little later, not after its arrival.
    mutating func time(of time: Duration, arrival: Duration) -> Duration {
        let late = arrival - time - (offset ?? arrival - time)
        // The frame that took the least time on its way says most.
        if offset == nil || late < .zero || isAnotherClock(time, late) {
            (offset, newest, lateSince) = (arrival - time, time, nil)
        } else if late <= Self.longest {
            offset? += late * Self.share
            lateSince = nil
        }
        newest = max(newest ?? time, time)
        return self.time(of: time)
    }

    /// Whether a late frame's time has nothing to do with those before.
    private mutating func isAnotherClock(_ time: Duration, _ late: Duration) -> Bool {
        guard late > Self.longest else { return false }
        let since = lateSince ?? time
        lateSince = since
        return time - since >= Self.longest || (newest ?? time) - time > Self.longestReordering
    }

    /// What a time of the camera's is by what is known now.
    func time(of time: Duration) -> Duration { time + (offset ?? .zero) }
}
