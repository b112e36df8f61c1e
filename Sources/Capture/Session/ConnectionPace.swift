/// Leaves out frames that follow each other more closely than a connection wants.
struct ConnectionPace {
    /// When the next frame may come.
    private var due: Duration?
    /// What was dropped before frames that were left out.
    private var drops: [CaptureDropReason: Int] = [:]

    /// The frame with what was dropped before those that were left out, or nil if it is left out itself.
    ///
    /// - Parameter interval: The least time between two.
    mutating func admit(_ frame: CaptureFrame, every interval: Duration?) -> CaptureFrame? {
        guard let interval, interval > .zero else {
            due = nil
            return taken(frame)
        }
        // After a pause, or with another clock, it counts anew.
        let wait = (due ?? frame.time) - frame.time
        guard (.zero - interval...interval).contains(wait) else {
            due = frame.time + interval
            return taken(frame)
        }
        // Cameras are not that exact: what comes a little early is in time, and the next is due as if it had been.
        guard wait <= interval / 8 else {
            drops.merge(frame.drops) { $0 + $1 }
            return nil
        }
        due = frame.time + wait + interval
        return taken(frame)
    }

    private mutating func taken(_ frame: CaptureFrame) -> CaptureFrame {
        guard !drops.isEmpty else { return frame }
        var frame = frame
        frame.drops.merge(drops) { $0 + $1 }
        drops = [:]
        return frame
    }
}
