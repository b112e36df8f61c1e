import MetadataOutput

extension EncodedVideoFrame {
    private static let mostBytes = 1 << 26

    func write(to writer: inout WireWriter) {
        writer.put(bytes)
        writer.put(width)
        writer.put(height)
        writer.put(isKeyFrame)
    }

    /// - Parameter request: What was asked for: a key frame is one.
    init(from reader: inout WireReader, to request: VideoRequest) throws(MalformedMessage) {
        self.init(
            bytes: try reader.byteArray(atMost: Self.mostBytes), width: try reader.int(1...65_500),
            height: try reader.int(1...65_500), isKeyFrame: try reader.bool())
        guard isKeyFrame || !request.isKeyFrame else {
            throw MalformedMessage(reason: "a frame that needs others and should not")
        }
    }
}
