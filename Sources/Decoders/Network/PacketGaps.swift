/// Frames that a stream lacks, or parts of which it lacks, by the numbers of its packets (RFC 3550, 5.1). Decoders conceal much of
/// that, and of a frame that has not come at all they know nothing.
struct PacketGaps {
    /// With more missing it is another stream, or the same from another place on (RFC 3550, A.1).
    private static let mostMissing = 3000

    fileprivate struct Packet {
        let number: UInt16
        let stamp: UInt32
        let source: UInt32
        let endsFrame: Bool
    }

    private var last: Packet?
    /// From one frame to the next, in units of the time stamps; nil as long as nobody knows.
    private var step: UInt32?
    /// The time stamp of the last frame that came in part and was counted.
    private var counted: UInt32?

    /// Takes the next packet of RTP.
    ///
    /// - Returns: Of how many frames packets are missing before it: of which all are, as many as the time stamps on both sides are apart,
    ///   and of which some are. Of the latter each is told once.
    mutating func frames(before bytes: ArraySlice<UInt8>) -> (whole: Int, partial: Int) {
        guard let packet = Packet(bytes) else { return (0, 0) }
        defer { last = packet }
        guard let last, last.source == packet.source else { return (0, 0) }
        let missing = Int(packet.number &- last.number &- 1)
        let passed = packet.stamp &- last.stamp
        // Frames are not always sent in the order in which they are shown.
        let isForward = passed > 0 && passed <= UInt32(Int32.max)
        guard missing > 0 else {
            if isForward { step = passed }
            return (0, 0)
        }
        guard missing <= Self.mostMissing else { return (0, 0) }
        var steps = 1
        if isForward, let step { steps = max(1, Int((passed + step / 2) / step)) }
        var hit: UInt32?
        if passed == 0 || !last.endsFrame {
            hit = last.stamp
        } else if steps == 1 {
            // The frame's beginning.
            hit = packet.stamp
        }
        let partial = hit == nil || hit == counted ? 0 : 1
        if let hit { counted = hit }
        return (min(steps - 1, missing - partial), partial)
    }
}

extension PacketGaps.Packet {
    /// - Returns: Nil for what is no packet of RTP.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 12, bytes[bytes.startIndex] >> 6 == 2 else { return nil }
        func number(at offset: Int, count: Int) -> UInt32 {
            bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt32($1) }
        }
        self.number = UInt16(truncatingIfNeeded: number(at: 2, count: 2))
        stamp = number(at: 4, count: 4)
        source = number(at: 8, count: 4)
        endsFrame = bytes[bytes.startIndex + 1] & 0x80 != 0
    }
}
