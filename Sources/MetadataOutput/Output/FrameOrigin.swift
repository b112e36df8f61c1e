/// Where a frame of a capture session comes from.
public struct FrameOrigin: Sendable, Hashable {
    /// The name of its input.
    public var source: String
    /// The input's number for it. Gaps are frames that were lost or nobody looked at.
    public var sequenceNumber: Int

    /// Makes an origin.
    public init(source: String, sequenceNumber: Int) {
        self.source = source
        self.sequenceNumber = sequenceNumber
    }
}
