import CVideo4Linux
import Glibc

/// A node's stream: buffers that the driver fills.
extension VideoNode {
    /// Asks for `count` buffers; the driver may give more or fewer. 0 gives them back.
    func requestBuffers(_ count: Int) throws(SystemFailure) -> Int {
        var wanted = v4l2_requestbuffers()
        wanted.count = UInt32(count)
        wanted.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        wanted.memory = V4L2_MEMORY_MMAP.rawValue
        try request("VIDIOC_REQBUFS", CVideo4LinuxRequestBuffers, &wanted)
        return Int(wanted.count)
    }

    /// Maps a buffer of the driver's for reading.
    func mapBuffer(_ index: Int) throws(SystemFailure) -> (address: Int, length: Int) {
        var buffer = Self.buffer(index)
        try request("VIDIOC_QUERYBUF", CVideo4LinuxQueryBuffer, &buffer)
        let length = Int(buffer.length)
        let address = system(.map(file, length: length, offset: Int(buffer.m.offset)))
        guard !(-4095..<0).contains(address) else {
            throw SystemFailure(operation: "mmap", number: Int32(-address))
        }
        return (address, length)
    }

    func unmap(address: Int, length: Int) {
        _ = system(.unmap(address: address, length: length))
    }

    /// Gives a buffer to the driver to be filled.
    func queueBuffer(_ index: Int) throws(SystemFailure) {
        var buffer = Self.buffer(index)
        try request("VIDIOC_QBUF", CVideo4LinuxQueueBuffer, &buffer)
    }

    /// Takes a filled buffer from the driver; EAGAIN if there is none.
    func dequeueBuffer() throws(SystemFailure) -> FilledBuffer {
        var buffer = Self.buffer(0)
        try request("VIDIOC_DQBUF", CVideo4LinuxDequeueBuffer, &buffer)
        let clock = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        let time = Duration.seconds(buffer.timestamp.tv_sec) + .microseconds(buffer.timestamp.tv_usec)
        return FilledBuffer(
            index: Int(buffer.index), byteCount: Int(buffer.bytesused), sequenceNumber: Int(buffer.sequence),
            isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
            time: clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) ? time : nil)
    }

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    func startStream() throws(SystemFailure) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_STREAMON", CVideo4LinuxStreamOn, &type)
    }

    func stopStream() throws(SystemFailure) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_STREAMOFF", CVideo4LinuxStreamOff, &type)
    }

    /// Waits for a filled buffer, an event or an error; false if none came in time.
    func wait(milliseconds: Int32) throws(SystemFailure) -> Bool {
        let answer = system(.poll(file, milliseconds: milliseconds))
        guard answer >= 0 else { throw SystemFailure(operation: "poll", number: Int32(-answer)) }
        return answer > 0
    }
}
