/// How often a stream delivers frames, to tell how many nobody could take between it and the next.
struct FrameCadence {
    private typealias Moment = (time: Duration, number: Int)
    private var first: Moment?
    private var last: Moment?

    /// Notes a frame that was delivered. A number that is not above the one before begins another stream.
    mutating func note(_ frame: CaptureFrame) {
        let moment = (time: frame.time, number: frame.sequenceNumber)
        if last.map({ moment.number <= $0.number }) ?? true { first = moment }
        last = moment
    }

    /// The frames that would have come between the last one and one at `time`, at the mean rate of the stream; 0 where
    /// that is not known.
    func missed(before time: Duration) -> Int {
        guard let first, let last, last.number > first.number, last.time > first.time, time > last.time else {
            return 0
        }
        let interval = (last.time - first.time) / (last.number - first.number)
        return max(0, Int(((time - last.time) / interval).rounded()) - 1)
    }
}
