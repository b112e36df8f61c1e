import Glibc

/// The driver's buffers, mapped for reading, and the running stream that fills them.
///
/// The one owner of both: with it the stream stops, the mappings go, and the buffers are the driver's again, also
/// when the camera has gone away meanwhile.
struct BufferRing: ~Copyable {
    private let node: VideoNode
    private var mappings: [(address: Int, length: Int)] = []

    /// How many buffers the driver gave.
    var count: Int { mappings.count }

    private init(node: VideoNode) {
        self.node = node
    }

    /// Asks for buffers, maps them, hands all to the driver and starts the stream.
    static func start(on node: VideoNode, count: Int) throws(SystemFailure) -> BufferRing {
        // From here on its deinit gives back what there is, also when one of the steps fails.
        var ring = BufferRing(node: node)
        let granted = try node.requestBuffers(count)
        guard granted > 0 else { throw SystemFailure(operation: "VIDIOC_REQBUFS", number: ENOMEM) }
        for index in 0..<granted {
            ring.mappings.append(try node.mapBuffer(index))
            try node.queueBuffer(index)
        }
        try node.startStream()
        return ring
    }

    deinit {
        // Each of these fails if the camera is gone, and there is nothing left to do about it then.
        try? node.stopStream()
        for mapping in mappings { node.unmap(address: mapping.address, length: mapping.length) }
        _ = try? node.requestBuffers(0)
    }

    /// A filled buffer's bytes, valid until it is queued again. Nil if the driver names a buffer that there is not.
    func bytes(of buffer: FilledBuffer) -> UnsafeRawBufferPointer? {
        guard mappings.indices.contains(buffer.index) else { return nil }
        let mapping = mappings[buffer.index]
        return UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: mapping.address), count: min(buffer.byteCount, mapping.length)
        )
    }
}
