/// When the first packet of each frame of a stream came: the decoder gives a frame only when it knows that it is whole, as a rule
/// when the next one begins, and some of them later.
struct FrameArrivals {
    /// More frames than a decoder keeps.
    private static let most = 64

    /// By their RTP time stamps (RFC 3550, 5.1), which the packets of a frame have in common, in the order in which they came.
    private var frames: [(stamp: UInt32, arrival: Duration)] = []
    private var first: UInt32?

    /// Whether there was a packet.
    var hasBegun: Bool { first != nil }

    /// Takes a packet of RTP.
    mutating func note(_ packet: ArraySlice<UInt8>, at arrival: Duration) {
        guard packet.count >= 12 else { return }
        let stamp = packet.dropFirst(4).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        if first == nil { first = stamp }
        guard frames.last?.stamp != stamp else { return }
        if frames.count == Self.most { frames.removeFirst() }
        frames.append((stamp, arrival))
    }

    /// When a frame began to come.
    ///
    /// - Parameter stamp: How far its time stamp is beyond that of the first packet; nil if nobody knows.
    /// - Returns: Nil if that is not known.
    func arrival(of stamp: Int64?) -> Duration? {
        guard let stamp, let first else { return nil }
        let sent = first &+ UInt32(truncatingIfNeeded: stamp)
        return frames.last { $0.stamp == sent }?.arrival
    }
}
