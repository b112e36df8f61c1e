import Foundation
import MetadataOutput

/// A picture as it lies in a camera's buffer, copied.
struct CaptureBuffer: Sendable {
    /// Bytes, and how they lie.
    struct Picture: Sendable {
        var bytes: [UInt8]
        var format: V4L2Format
    }

    /// What is in it.
    struct Contents: Sendable {
        /// As the driver filled it; nil of sources that are no camera.
        var raw: Picture?
        /// In a layout of luma and chroma, or as a JPEG; nil if nothing can be made of it.
        var shown: Picture?
    }

    var contents: Contents
    /// When it was taken, by the driver, on the monotonic clock.
    var time: Duration
    /// The driver's number of it.
    var sequenceNumber: Int
    /// What part of it is meant.
    var zoom = SoftwareZoom()
    /// What nobody is to see of it.
    var mask: PictureMask?

    /// What nobody is to see, within the part that is meant.
    var hiddenRegions: [HiddenRegion] { mask?.hiddenRegions(within: zoom.part) ?? [] }
}

extension PictureMask {
    /// What it hides, for those who make files.
    ///
    /// - Parameter part: 0…1 of what the mask is for; the regions are within this part.
    func hiddenRegions(within part: CGRect) -> [HiddenRegion] {
        let part = cropped(to: part).part
        return areas.map { area in
            let corners = area.corners.map {
                CGPoint(x: ($0.x - part.minX) / part.width, y: ($0.y - part.minY) / part.height)
            }
            return HiddenRegion(corners: corners, style: .blanked)
        }
    }
}

extension CaptureBuffer {
    /// A frame of a source that is no camera.
    init(_ frame: CaptureFrame) {
        var payload = frame.payload
        var mask: PictureMask?
        if case .masked(let whole, let found) = payload { (payload, mask) = (whole, found) }
        self.init(
            contents: Contents(raw: nil, shown: frame.picture?.bufferPicture ?? Picture(payload)),
            time: frame.time,
            sequenceNumber: frame.sequenceNumber, mask: mask)
    }
}

extension CaptureBuffer.Picture {
    /// Grey samples.
    init(luma: Plane) {
        let grey = PixelFormat(name: "GREY") ?? PixelFormat(rawValue: 0)
        var encoding = YUVEncoding.camera
        encoding.isFullRange = true
        var bytes: [UInt8] = []
        bytes.reserveCapacity(luma.width * luma.height)
        luma.withUnsafeSamples { samples in
            for row in 0..<luma.height {
                bytes += UnsafeBufferPointer(start: samples + row * luma.bytesPerRow, count: luma.width)
            }
        }
        self.init(
            bytes: bytes,
            format: V4L2Format(
                pixelFormat: grey, width: luma.width, height: luma.height, bytesPerRow: luma.width,
                byteCount: bytes.count, encoding: encoding))
    }

    /// What a source that is no camera gives; nil for a part of a picture that nobody has decoded.
    init?(_ payload: Payload) {
        switch payload {
        case .frame(let frame): self.init(luma: frame.luma)
        case .encoded(let bytes, _):
            guard let jpeg = PixelFormat(name: "JPEG") else { return nil }
            self.init(
                bytes: bytes,
                format: V4L2Format(
                    pixelFormat: jpeg, width: 0, height: 0, bytesPerRow: 0, byteCount: bytes.count))
        case .cropped, .masked: return nil
        }
    }
}

/// A receiver that may want every buffer of a camera, in its order, and not only the newest of those that wait.
protocol BufferReceiver: CaptureFrameReceiver {
    /// Whether it wants the next one; asked for each, on the thread of the input.
    var wantsBuffers: Bool { get }

    /// Is handed a buffer, on the same thread; returns at once.
    func receive(_ buffer: CaptureBuffer)

    /// Whether it takes a camera's video as it was sent, where there is some that can be had so and nothing is to be hidden in it,
    /// instead of pictures; asked for each, on the same thread. Default false.
    var takesVideo: Bool { get }

    /// Is handed a frame of that, on the same thread; returns at once. Default: nothing comes of it.
    func receive(_ frame: SentFrame)

    /// Is told, on the same thread, that none comes now, and that those before may show what is to be hidden now. Default: nothing
    /// comes of it.
    func endVideo()
}

extension BufferReceiver {
    var takesVideo: Bool { false }

    func receive(_ frame: SentFrame) {}

    func endVideo() {}
}

/// A stream that hands out every buffer beside its newest frames.
protocol BufferedStream: CaptureStream {
    /// Who may want them; set before each frame.
    var bufferReceivers: [any BufferReceiver] { get set }
    /// What nobody is to see of them; set before each frame.
    var bufferMask: PictureMask? { get set }
}
