/// Takes so many frames a second, however many come: those are due at even times, and may come half the time between two early, as
/// frames come at times of their own.
struct FramePace: Sendable {
    private let interval: Duration
    /// When the next frame is due.
    private var due: Duration?

    /// - Parameter rate: Frames a second; 0.001 and more.
    init(rate: Double) {
        interval = .seconds(1 / max(rate, 0.001))
    }

    /// Whether a frame of this time is taken; asked of each, in their order.
    mutating func takes(_ time: Duration) -> Bool {
        guard let due else {
            self.due = time + interval
            return true
        }
        guard time >= due - interval / 2 else { return false }
        // Behind a pause the times begin anew.
        self.due = (time < due + interval / 2 ? due : time) + interval
        return true
    }
}
