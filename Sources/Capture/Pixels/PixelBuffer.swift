import MetadataOutput

/// How the pixels of a ``PixelBuffer`` lie, under the names that Core Video has for them.
public enum VideoPixelFormat: String, Sendable, Hashable, CaseIterable {
    /// One byte a pixel, 0 black … 255 white, as the source has it (`kCVPixelFormatType_OneComponent8`).
    case luma = "L008"
    /// A plane of luma, 16 to 235, and one of Cb and Cr side by side, 16 to 240, for every two by two pixels
    /// (`kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`; elsewhere NV12).
    case yuv420VideoRange = "420v"
    /// The same from 0 to 255 (`kCVPixelFormatType_420YpCbCr8BiPlanarFullRange`).
    case yuv420FullRange = "420f"
    /// Blue, green, red and 255, a byte each (`kCVPixelFormatType_32BGRA`).
    case bgra = "BGRA"

    /// The four characters as Core Video's number.
    public var code: UInt32 { rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The planes of a picture of this size.
    func planes(width: Int, height: Int) -> [PixelBuffer.Plane] {
        /// Rows begin at multiples of 64 bytes, for processors' wide instructions.
        func plane(_ width: Int, _ height: Int, _ bytesPerPixel: Int, at offset: Int) -> PixelBuffer.Plane {
            PixelBuffer.Plane(
                width: width, height: height, bytesPerPixel: bytesPerPixel,
                bytesPerRow: (width * bytesPerPixel + 63) / 64 * 64, offset: offset)
        }
        switch self {
        case .luma: return [plane(width, height, 1, at: 0)]
        case .bgra: return [plane(width, height, 4, at: 0)]
        case .yuv420VideoRange, .yuv420FullRange:
            let luma = plane(width, height, 1, at: 0)
            return [luma, plane((width + 1) / 2, (height + 1) / 2, 2, at: luma.bytesPerRow * height)]
        }
    }
}

/// A picture in a pixel format that was asked for; what Core Video's `CVPixelBuffer` is elsewhere.
///
/// It never changes. Its memory is an output's; who holds all of an output's buffers gets no more frames.
public final class PixelBuffer: Sendable {
    /// Samples of one kind.
    public struct Plane: Sendable, Hashable {
        /// Pixels in a row.
        public let width: Int
        /// Rows.
        public let height: Int
        /// Bytes of a pixel: 1 luma, 2 Cb and Cr, 4 blue, green, red and 255.
        public let bytesPerPixel: Int
        /// Distance between the starts of two rows, in bytes.
        public let bytesPerRow: Int
        let offset: Int
    }

    /// How the pixels lie.
    public let format: VideoPixelFormat
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// One, or luma and chroma.
    public let planes: [Plane]
    /// What luma and chroma mean, where the format has them.
    public let encoding: YUVEncoding

    let block: MemoryPool.Block

    init?(
        _ format: VideoPixelFormat, width: Int, height: Int, encoding: YUVEncoding, from pool: MemoryPool
    ) {
        planes = format.planes(width: width, height: height)
        let byteCount = planes.last.map { $0.offset + $0.bytesPerRow * $0.height } ?? 0
        guard let block = pool.block(byteCount: byteCount) else { return nil }
        self.format = format
        self.width = width
        self.height = height
        self.encoding = encoding
        self.block = block
    }

    /// Calls `body` with the bytes of a plane, rows ``Plane/bytesPerRow`` apart.
    public func withBytes<R, E: Error>(
        ofPlane index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        defer { withExtendedLifetime(block) {} }
        return try body(UnsafeRawBufferPointer(memory(ofPlane: index)))
    }

    /// The plane of luma as detectors want it, a view; nil where there is none.
    var luma: MetadataOutput.Plane? {
        guard planes[0].bytesPerPixel == 1,
            let start = memory(ofPlane: 0).baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        return MetadataOutput.Plane(
            width: width, height: height, bytesPerRow: planes[0].bytesPerRow, memory: start, owner: block)
    }

    /// Where a plane is, for whoever makes the buffer.
    func memory(ofPlane index: Int) -> UnsafeMutableRawBufferPointer {
        let plane = planes[index]
        return UnsafeMutableRawBufferPointer(
            rebasing: block.bytes[plane.offset..<plane.offset + plane.bytesPerRow * plane.height])
    }
}
