import CVideo4Linux
import Glibc

/// A node of a codec: the kernel's requests for its two queues as functions of values.
struct CodecNode: Sendable {
    /// One of its queues, of which pictures go into one and come out of the other.
    enum Queue: Sendable {
        /// What an encoder is given, the kernel's OUTPUT.
        case pictures
        /// What an encoder has made of it, the kernel's CAPTURE.
        case coded
    }

    let node: VideoNode
    /// Whether its buffers may be several pieces of memory each.
    let hasSeveralPlanes: Bool

    private func type(_ queue: Queue) -> UInt32 {
        switch (queue, hasSeveralPlanes) {
        case (.pictures, false): V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        case (.pictures, true): V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE.rawValue
        case (.coded, false): V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        case (.coded, true): V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
        }
    }

    // MARK: Formats

    /// What a queue's pictures may be; of pictures, for the coded format that is set.
    func pixelFormats(_ queue: Queue) -> [PixelFormat] {
        (0..<VideoNode.mostEntries).firstValues { index in
            var entry = v4l2_fmtdesc()
            (entry.index, entry.type) = (index, type(queue))
            let answer: ()? = try? node.request("VIDIOC_ENUM_FMT", CVideo4LinuxEnumerateFormats, &entry)
            return answer == nil ? nil : PixelFormat(rawValue: entry.pixelformat)
        }
    }

    /// Asks for a format; the answer is what the driver makes of that.
    ///
    /// - Parameters:
    ///   - byteCount: What a coded picture may have.
    ///   - matrix: What luma and chroma mean, always in video range.
    func setFormat(
        _ queue: Queue, _ pixelFormat: PixelFormat, width: Int, height: Int, byteCount: Int = 0,
        matrix: YUVEncoding.Matrix = .bt601
    ) throws(SystemFailure) -> CodecFormat {
        var format = v4l2_format()
        format.type = type(queue)
        let (space, encoding) =
            switch matrix {
            case .bt601: (V4L2_COLORSPACE_SMPTE170M, V4L2_YCBCR_ENC_601)
            case .bt709: (V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_709)
            case .bt2020: (V4L2_COLORSPACE_BT2020, V4L2_YCBCR_ENC_BT2020)
            }
        CVideo4LinuxWriteFormat(
            &format, pixelFormat.rawValue, UInt32(width), UInt32(height), UInt32(byteCount), space.rawValue,
            encoding.rawValue, V4L2_QUANTIZATION_LIM_RANGE.rawValue)
        try node.request("VIDIOC_S_FMT", CVideo4LinuxSetFormat, &format)
        let read = CVideo4LinuxReadFormat(&format)
        let (first, second, third) = read.bytes_per_row
        return CodecFormat(
            pixelFormat: PixelFormat(rawValue: read.code), width: Int(read.width), height: Int(read.height),
            bytesPerRow: [first, second, third].prefix(max(1, Int(read.plane_count))).map { Int($0) })
    }

    /// Says what part of the pictures is meant; the answer is what the driver makes of that.
    func setVisible(_ rectangle: NodeRectangle) throws(SystemFailure) -> NodeRectangle {
        var selection = v4l2_selection()
        // Of either interface: the kernel takes one for the other.
        selection.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        selection.target = UInt32(V4L2_SEL_TGT_CROP)
        selection.r = v4l2_rect(
            left: Int32(rectangle.left), top: Int32(rectangle.top), width: UInt32(rectangle.width),
            height: UInt32(rectangle.height))
        try node.request("VIDIOC_S_SELECTION", CVideo4LinuxSetSelection, &selection)
        return NodeRectangle(
            left: Int(selection.r.left), top: Int(selection.r.top), width: Int(selection.r.width),
            height: Int(selection.r.height))
    }

    /// Says how many pictures come in a second, more or less.
    func setFrameRate(_ rate: Double) throws(SystemFailure) {
        var parameters = v4l2_streamparm()
        parameters.type = type(.pictures)
        parameters.parm.output.timeperframe = v4l2_fract(
            numerator: 1000, denominator: UInt32(max(1, (rate * 1000).rounded())))
        try node.request("VIDIOC_S_PARM", CVideo4LinuxSetParameters, &parameters)
    }

    // MARK: Buffers

    /// Asks for buffers; the driver may give more or fewer. 0 gives them back.
    func requestBuffers(_ count: Int, _ queue: Queue) throws(SystemFailure) -> Int {
        var wanted = v4l2_requestbuffers()
        (wanted.count, wanted.type) = (UInt32(count), type(queue))
        wanted.memory = V4L2_MEMORY_MMAP.rawValue
        try node.request("VIDIOC_REQBUFS", CVideo4LinuxRequestBuffers, &wanted)
        return Int(wanted.count)
    }

    /// Maps what a buffer consists of.
    func mapBuffer(_ index: Int, _ queue: Queue) throws(SystemFailure) -> [NodeMapping] {
        var buffer = buffer(index, queue)
        try node.request("VIDIOC_QUERYBUF", CVideo4LinuxQueryBuffer, &buffer) {
            CVideo4LinuxPrepareBuffer($0)
        }
        var mappings: [NodeMapping] = []
        for plane in 0..<min(CVideo4LinuxPlaneCount(&buffer), UInt32(VIDEO_MAX_PLANES)) {
            let piece = CVideo4LinuxPlaneOf(&buffer, plane)
            let (length, offset) = (Int(piece.length), Int(piece.offset))
            let address =
                switch queue {
                case .pictures: node.system(.mapForWriting(node.file, length: length, offset: offset))
                case .coded: node.system(.map(node.file, length: length, offset: offset))
                }
            guard !(-4095..<0).contains(address) else {
                unmap(mappings)
                throw SystemFailure(operation: "mmap", number: Int32(-address))
            }
            mappings.append(NodeMapping(address: address, length: length))
        }
        return mappings
    }

    func unmap(_ mappings: [NodeMapping]) {
        for mapping in mappings { node.unmap(address: mapping.address, length: mapping.length) }
    }

    /// Gives a buffer to the driver.
    ///
    /// - Parameters:
    ///   - used: Bytes of each of its pieces that are a picture's; empty of one that is to be filled.
    ///   - stamp: The picture's time in microseconds, with which it comes out again.
    func queueBuffer(
        _ index: Int, _ queue: Queue, used: [Int] = [], stamp: Int = 0
    ) throws(SystemFailure) {
        var buffer = buffer(index, queue)
        buffer.buffer.field = V4L2_FIELD_NONE.rawValue
        buffer.buffer.timestamp = timeval(tv_sec: stamp / 1_000_000, tv_usec: stamp % 1_000_000)
        try node.request("VIDIOC_QBUF", CVideo4LinuxQueueBuffer, &buffer) { place in
            CVideo4LinuxPrepareBuffer(place)
            for (plane, count) in used.enumerated() {
                CVideo4LinuxFillPlane(place, UInt32(plane), UInt32(count))
            }
        }
    }

    /// Takes a buffer back that the driver is done with.
    ///
    /// - Returns: nil if there is none at this moment.
    /// - Throws: EPIPE once the last one has come.
    func dequeueBuffer(_ queue: Queue) throws(SystemFailure) -> CodecBuffer? {
        var buffer = buffer(0, queue)
        do throws(SystemFailure) {
            try node.request("VIDIOC_DQBUF", CVideo4LinuxDequeueBuffer, &buffer) {
                CVideo4LinuxPrepareBuffer($0)
            }
        } catch {
            guard error.number == EAGAIN else { throw error }
            return nil
        }
        let (flags, piece) = (buffer.buffer.flags, CVideo4LinuxPlaneOf(&buffer, 0))
        return CodecBuffer(
            index: Int(buffer.buffer.index), start: Int(piece.start), end: Int(piece.used),
            stamp: buffer.buffer.timestamp.tv_sec * 1_000_000 + buffer.buffer.timestamp.tv_usec,
            isDamaged: flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
            isKeyFrame: flags & UInt32(V4L2_BUF_FLAG_KEYFRAME) != 0,
            isLast: flags & UInt32(V4L2_BUF_FLAG_LAST) != 0)
    }

    private func buffer(_ index: Int, _ queue: Queue) -> CVideo4LinuxBuffer {
        var buffer = CVideo4LinuxBuffer()
        (buffer.buffer.index, buffer.buffer.type) = (UInt32(index), type(queue))
        buffer.buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    // MARK: Running

    func start(_ queue: Queue) throws(SystemFailure) {
        var type = type(queue)
        try node.request("VIDIOC_STREAMON", CVideo4LinuxStreamOn, &type)
    }

    func stop(_ queue: Queue) throws(SystemFailure) {
        var type = type(queue)
        try node.request("VIDIOC_STREAMOFF", CVideo4LinuxStreamOff, &type)
    }

    /// Has an encoder finish with what it was given.
    func drain() throws(SystemFailure) {
        var command = v4l2_encoder_cmd()
        command.cmd = UInt32(V4L2_ENC_CMD_STOP)
        try node.request("VIDIOC_ENCODER_CMD", CVideo4LinuxEncoderCommand, &command)
    }

    /// Waits until the driver is done with a buffer of either queue; false if it was not in time.
    func wait(milliseconds: Int32) throws(SystemFailure) -> Bool {
        let answer = node.system(.pollQueues(node.file, milliseconds: milliseconds))
        guard answer >= 0 else { throw SystemFailure(operation: "poll", number: Int32(-answer)) }
        return answer > 0 && Int32(answer) & (POLLERR | POLLHUP | POLLNVAL) == 0
    }
}

/// How pictures lie in a codec's buffers.
struct CodecFormat: Equatable {
    var pixelFormat: PixelFormat
    /// In pixels; an encoder may want more than there are.
    var width: Int
    var height: Int
    /// Distances between rows in bytes, one for each piece of memory.
    var bytesPerRow: [Int]
}

/// A buffer that a codec is done with.
struct CodecBuffer: Equatable {
    var index: Int
    /// Where in its memory there is something.
    var start: Int
    var end: Int
    /// What its picture was given with, in microseconds.
    var stamp: Int
    var isDamaged: Bool
    var isKeyFrame: Bool
    /// Whether nothing comes after it.
    var isLast: Bool
}

/// Memory of a driver's.
struct NodeMapping: Equatable {
    var address: Int
    var length: Int
}
