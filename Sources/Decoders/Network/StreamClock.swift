/// The times of a stream's frames on this machine's clock.
///
/// What the camera says of the time between two frames is exact, and its clock another than ours; when they come is our time,
/// and as uneven as the network.
struct StreamClock {
    /// So much of what the two clocks have come apart is followed with each frame: of both in some seconds.
    private static let share = 1.0 / 256
    /// Beyond it one of the clocks was set.
    private static let longest = Duration.seconds(2)

    private var offset: Duration?

    /// - Parameters:
    ///   - time: By the camera, from whenever on.
    ///   - arrival: When the frame came.
    /// - Returns: When it was taken or a little later, not after its arrival.
    mutating func time(of time: Duration, arrival: Duration) -> Duration {
        let late = arrival - time - (offset ?? arrival - time)
        // The frame that took the least time on its way says most.
        if offset == nil || late < .zero || late > Self.longest {
            offset = arrival - time
        } else {
            offset? += late * Self.share
        }
        return self.time(of: time)
    }

    /// What a time of the camera's is by what is known now.
    func time(of time: Duration) -> Duration { time + (offset ?? .zero) }
}
