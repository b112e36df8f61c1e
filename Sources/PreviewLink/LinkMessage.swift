/// One message of the link: a JSON header and, of frames, a picture.
///
/// On the wire, little endian: a `u32` with the count of all bytes that follow it, a `u32` with the header's count, the
/// header, the body.
public struct LinkMessage: Sendable, Hashable {
    /// A JSON object in UTF-8.
    public var header: [UInt8]
    /// A picture as a file, or nothing.
    public var body: [UInt8]

    /// Makes a message; the body is empty if nothing is given.
    public init(header: [UInt8], body: [UInt8] = []) {
        self.header = header
        self.body = body
    }

    /// The message as it is sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 + header.count + body.count)
        bytes.append(littleEndian: UInt32(4 + header.count + body.count))
        bytes.append(littleEndian: UInt32(header.count))
        return bytes + header + body
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
