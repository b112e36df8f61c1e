import NIOCore
import PreviewLink

/// A camera as the service knows it.
struct CameraView {
    /// After so long without a frame nobody should believe in the picture of a camera that gives several a second, in milliseconds.
    static let leastPatience: Int64 = 2_000
    /// The same of the slowest camera there may be.
    private static let mostPatience: Int64 = 86_400_000

    var camera: LinkCamera
    /// When the newest frame was taken, in milliseconds since 1970.
    var captured: Int64?
    var frames: Int?
    var drops: Int?
    /// Milliseconds of processor time.
    var processor: Int?
    /// For how long its pictures have been the same, in milliseconds.
    var unchanged: Int?
    /// From one frame to the next, in milliseconds; nil if that is not known.
    var interval: Int?
    /// Whether a frame was asked for and has not come yet.
    var isAsked = false
    /// The newest frame that came, and its number, which no other frame had.
    var newest: (number: Int, frame: ShownFrame)?

    init(_ camera: LinkCamera) {
        self.camera = camera
    }

    /// After so long without a frame nobody should believe in the picture, in milliseconds: of a slow camera when one is missing.
    var patience: Int64 {
        let twice = Int64(clamping: interval ?? 0).multipliedReportingOverflow(by: 2)
        return min(max(Self.leastPatience, twice.overflow ? .max : twice.partialValue), Self.mostPatience)
    }

    /// Whether there has been a frame a moment ago. One of the future was taken before the clock was set back.
    func isFresh(at now: Int64) -> Bool {
        captured.map { ((now - patience)...(now + patience)).contains($0) } ?? false
    }
}

/// A frame as it is shown. There is one of it, however many look on and however slow they are.
struct ShownFrame {
    /// The whole message, for pages.
    let message: ByteBuffer
    /// The picture in it, for those who want nothing else.
    let picture: ByteBuffer
    /// When it was taken, in milliseconds since 1970.
    let captured: Int64?

    init(message: LinkMessage, captured: Int64?) {
        self.message = message.forPages
        picture =
            self.message.getSlice(
                at: self.message.writerIndex - message.body.count, length: message.body.count) ?? ByteBuffer()
        self.captured = captured
    }
}

extension LinkMessage {
    /// As pages get it: the header's length in four bytes, little endian, the header, the picture.
    var forPages: ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: 4 + header.count + body.count)
        buffer.writeInteger(UInt32(header.count), endianness: .little)
        buffer.writeBytes(header)
        buffer.writeBytes(body)
        return buffer
    }
}
