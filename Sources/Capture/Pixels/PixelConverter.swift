public import MetadataOutput

/// A picture before it is converted.
public enum PixelSource: Sendable {
    /// As a camera gave it.
    case camera(SourcePicture)
    /// A JPEG.
    case jpeg([UInt8], limits: DecodingLimits)
    /// Grey, 0 black … 255 white.
    case luma(Plane)
}

/// Where a converted picture is written; valid during the call only.
public struct PixelTarget {
    /// How the pixels are to lie.
    public let format: VideoPixelFormat
    /// Pixels in a row; of what is converted, as the source has them.
    public let width: Int
    /// Rows; of what is converted, as the source has them.
    public let height: Int
    /// What luma and chroma are to mean, where the format has them.
    public let encoding: YUVEncoding
    /// The memory of each plane and the distance between its rows, in bytes.
    public let planes: [(memory: UnsafeMutableRawBufferPointer, bytesPerRow: Int)]
}

/// Makes pixels in a format that was asked for of what cameras give. `PixelConversion` has one.
public protocol PixelConverter: Sendable {
    /// Whether it knows a camera's format. What it does not know is delivered grey.
    func isSupported(_ format: PixelFormat) -> Bool

    /// Width and height of a JPEG in pixels.
    ///
    /// - Throws: `PayloadError` if it is none.
    func size(ofJPEG bytes: [UInt8]) throws(PayloadError) -> (width: Int, height: Int)

    /// Writes a picture.
    ///
    /// - Throws: `PayloadError` if it is damaged.
    func convert(_ source: PixelSource, to target: PixelTarget) throws(PayloadError)

    /// Writes a picture that was converted with fewer pixels.
    ///
    /// - Parameters:
    ///   - source: A picture of the target's format, no smaller than it in either direction; it is only read.
    ///   - target: Where the smaller one goes.
    func shrink(_ source: PixelTarget, to target: PixelTarget)
}
