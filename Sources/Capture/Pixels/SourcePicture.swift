public import Foundation
import MetadataOutput

/// A picture as a camera gave it: its bytes, untouched.
///
/// That of a camera holds memory of a pool. While all of it is held, further pictures are dropped
/// (``CaptureDropReason/outOfBuffers``).
public struct SourcePicture: Sendable {
    /// How the samples lie.
    public let pixelFormat: PixelFormat
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Distance between the rows of the first plane, in bytes.
    public let bytesPerRow: Int
    /// What the samples mean, where they are luma and chroma.
    public let encoding: YUVEncoding
    /// Space: 0…1 of the picture, origin top left. The part that is meant, because it is zoomed; default all of it.
    public let part: CGRect

    /// What must be hidden of what is made of it.
    var mask: PictureMask?

    private let block: MemoryPool.Block
    private let byteCount: Int

    /// Makes a picture for an input of one's own, of samples in memory.
    ///
    /// - Parameters:
    ///   - pixelFormat: How the samples lie. Formats that nobody knows, and too few bytes, make a picture of which nothing
    ///     is shown.
    ///   - width: Pixels in a row.
    ///   - height: Rows.
    ///   - bytesPerRow: Distance between the rows of the first plane.
    ///   - encoding: What luma and chroma mean.
    ///   - part: The part that is meant, 0…1, origin top left; default all of it.
    ///   - bytes: All planes, one after the other.
    public init(
        _ pixelFormat: PixelFormat, width: Int, height: Int, bytesPerRow: Int, encoding: YUVEncoding,
        part: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), bytes: [UInt8]
    ) {
        guard let block = MemoryPool(limit: 1).block(byteCount: bytes.count) else {
            preconditionFailure("a pool of its own has a block")
        }
        block.bytes.copyBytes(from: bytes)
        let format = V4L2Format(
            pixelFormat: pixelFormat, width: width, height: height, bytesPerRow: bytesPerRow,
            byteCount: bytes.count, encoding: encoding)
        self.init(format, part: part, block: block, byteCount: bytes.count)
    }

    init(
        _ format: V4L2Format, part: CGRect, block: MemoryPool.Block, byteCount: Int
    ) {
        pixelFormat = format.pixelFormat
        width = format.width
        height = format.height
        bytesPerRow = LumaLayout(format.pixelFormat).bytesPerRow(of: format)
        encoding = format.encoding
        self.part = part
        self.block = block
        self.byteCount = byteCount
    }

    /// Calls `body` with all bytes, planes after each other as the pixel format has them.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(block) {} }
        return try body(UnsafeRawBufferPointer(rebasing: block.bytes[..<byteCount]))
    }

    /// A copy as a camera's buffers are copied.
    var bufferPicture: CaptureBuffer.Picture {
        CaptureBuffer.Picture(
            bytes: withBytes { Array($0) },
            format: V4L2Format(
                pixelFormat: pixelFormat, width: width, height: height, bytesPerRow: bytesPerRow,
                byteCount: byteCount, encoding: encoding))
    }
}

/// What samples of luma and chroma mean.
public struct YUVEncoding: Sendable, Hashable {
    /// How colours become luma and chroma.
    public enum Matrix: String, Sendable, Hashable, CaseIterable {
        /// ITU-R BT.601: webcams, JPEG.
        case bt601
        /// ITU-R BT.709: HD video.
        case bt709
        /// ITU-R BT.2020: UHD video.
        case bt2020
    }

    /// How colours become luma and chroma.
    public var matrix: Matrix
    /// Whether luma goes from 0 to 255 (full range), or from 16 to 235 (video range).
    public var isFullRange: Bool

    /// Makes an encoding.
    public init(_ matrix: Matrix, isFullRange: Bool) {
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// What webcams send where they do not say.
    public static let camera = YUVEncoding(.bt601, isFullRange: false)
    /// What JPEG has (JFIF).
    public static let jpeg = YUVEncoding(.bt601, isFullRange: true)
}
