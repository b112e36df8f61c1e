import MetadataOutput

/// What has come of a stream of video since its last picture, for whoever wants to know why there is none.
struct StreamTraffic {
    private var packets = 0
    private var otherPackets = 0
    private var undecodable = 0
    /// Frames that have come in part and of which the decoder has not been heard since.
    private var incomplete = 0

    /// A packet has come where those of the video do; one without a head says nothing.
    mutating func note(_ packet: ArraySlice<UInt8>) { packets += packet.count < 12 ? 0 : 1 }

    /// A packet of something else has come.
    mutating func noteOther() { otherPackets += 1 }

    /// So many frames have come in part.
    mutating func noteIncomplete(_ count: Int) { incomplete += count }

    /// A frame cannot be decoded.
    ///
    /// - Returns: Whether it has come in part.
    mutating func noteUndecodable() -> Bool {
        undecodable += 1
        guard incomplete > 0 else { return false }
        incomplete -= 1
        return true
    }

    /// What there is instead of pictures; nil if nothing has come.
    ///
    /// - Parameter count: Frames that the decoder has left out because none has come yet that needs none before it.
    func unusable(framesBeforeKeyFrame count: Int) -> NetworkStreamUnusable? {
        let found: [(NetworkStreamUnusable.Kind, Int)] = [
            (.frames, undecodable), (.framesBeforeKeyFrame, count), (.packets, packets),
            (.otherPackets, otherPackets),
        ]
        return found.first { $0.1 > 0 }.map { NetworkStreamUnusable($0, count: $1) }
    }
}
