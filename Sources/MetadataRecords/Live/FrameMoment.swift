public import Foundation

/// What a record of a live source says of its frame beside the time.
public struct FrameMoment: Sendable, Hashable {
    /// The source's number for the frame.
    public var frame: Int
    /// When the frame was taken, by the wall clock.
    public var date: Date
    /// From the frame's capture to its record.
    public var latency: Duration

    /// Makes a moment.
    public init(frame: Int, date: Date, latency: Duration) {
        self.frame = frame
        self.date = date
        self.latency = latency
    }
}
