/// What a node says it is.
struct NodeIdentity: Equatable {
    /// The driver's name, such as `uvcvideo`.
    var driver: String
    /// The camera's name.
    var card: String
    /// Where it is plugged in, such as `usb-0000:00:14.0-2`.
    var bus: String
    /// Whether frames come out of it: not a metadata, output or codec node.
    var isCamera: Bool
    /// Whether frames can be written to it, for whoever takes them out at another end.
    var takesFrames = false
    /// Whether pictures that are written to it come out as something else: encoders, decoders, scalers.
    var isCodec = false
    /// Whether such a one's pictures may be in several pieces of memory.
    var hasSeveralPlanes = false
}

/// One size of pictures, or a range of them in steps.
struct FrameSizes: Equatable {
    var widths: ClosedRange<Int>
    var heights: ClosedRange<Int>
    var widthStep = 1
    var heightStep = 1

    /// Whether a size is in the range and on its steps.
    func contains(width: Int, height: Int) -> Bool {
        widths.contains(width) && heights.contains(height)
            && (width - widths.lowerBound).isMultiple(of: max(1, widthStep))
            && (height - heights.lowerBound).isMultiple(of: max(1, heightStep))
    }
}

/// How pictures lie in a driver's buffers.
struct V4L2Format: Equatable {
    var pixelFormat: PixelFormat
    var width: Int
    var height: Int
    /// Distance between rows of the first plane in bytes; 0 for compressed pictures.
    var bytesPerRow: Int
    /// Most bytes of a picture.
    var byteCount: Int
    /// What luma and chroma mean.
    var encoding = YUVEncoding.camera
}

/// A rectangle in pixels, origin top left.
struct NodeRectangle: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
}

/// The time between two frames as a fraction of seconds.
struct FrameInterval: Equatable, Hashable, Sendable {
    var numerator: Int
    var denominator: Int

    /// The interval in seconds; 0 if it is none.
    var seconds: Double { denominator > 0 ? Double(numerator) / Double(denominator) : 0 }
}

/// A buffer that the driver has filled.
struct FilledBuffer: Equatable {
    var index: Int
    var byteCount: Int
    var sequenceNumber: Int
    /// Whether the driver says that the picture is damaged.
    var isDamaged: Bool
    /// When it was taken, on the monotonic clock; nil where the driver uses another clock.
    var time: Duration?
}
