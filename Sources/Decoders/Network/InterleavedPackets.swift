/// Packets that come between answers over the connection of RTSP itself (RFC 2326, 10.12): a dollar sign, a channel and a length
/// stand before each.
struct InterleavedPackets {
    private var bytes: [UInt8] = []

    /// Takes what has come.
    ///
    /// - Returns: The packets that are whole, with their channels.
    mutating func append(_ more: [UInt8]) -> [(channel: Int, packet: ArraySlice<UInt8>)] {
        bytes += more
        var packets: [(channel: Int, packet: ArraySlice<UInt8>)] = []
        var start = 0
        while start + 4 <= bytes.count {
            // What is none of them nobody has put there but to disturb.
            guard bytes[start] == UInt8(ascii: "$") else {
                start += 1
                continue
            }
            let end = start + 4 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
            guard end <= bytes.count else { break }
            packets.append((Int(bytes[start + 1]), bytes[(start + 4)..<end]))
            start = end
        }
        bytes.removeFirst(start)
        return packets
    }
}
