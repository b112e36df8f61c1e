public import Capture

/// A picture in memory; it never changes.
public final class CVPixelBuffer: Hashable, Sendable {
    /// The library's own buffer.
    public let core: PixelBuffer

    init(_ core: PixelBuffer) {
        self.core = core
    }

    /// Whether both are the same buffer.
    public static func == (one: CVPixelBuffer, other: CVPixelBuffer) -> Bool { one.core === other.core }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(core)) }

    /// Where a plane begins; it stays there as long as the buffer is held.
    func start(ofPlane index: Int) -> UnsafeMutableRawPointer? {
        guard core.planes.indices.contains(index) else { return nil }
        return core.withBytes(ofPlane: index) { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
    }
}

/// The same; older code calls it so.
public typealias CVImageBuffer = CVPixelBuffer
/// The same; older code calls it so.
public typealias CVBuffer = CVPixelBuffer
/// What a function of Core Video says; 0 for success.
public typealias CVReturn = Int32

/// It worked.
public let kCVReturnSuccess: CVReturn = 0

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt64

    /// Makes flags of bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// For reading. Buffers here are read and not written, however they are locked.
    public static let readOnly = Self(rawValue: 1)
}

/// The key of the pixel format in settings of pictures.
public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
/// The key of the width in settings of pictures.
public let kCVPixelBufferWidthKey = "Width"
/// The key of the height in settings of pictures.
public let kCVPixelBufferHeightKey = "Height"

extension OSType {
    /// A pixel format as settings have it, a number of any kind; nil of anything else.
    init?(setting value: Any) {
        let number = (value as? any BinaryInteger).map { OSType(truncatingIfNeeded: $0) }
        guard let number = number ?? (value as? NSNumber)?.uint32Value else { return nil }
        self = number
    }
}

extension Int {
    /// A length as settings have it, a number of any kind; nil of anything else.
    init?(setting value: Any) {
        let number = (value as? any BinaryInteger).map { Int(clamping: $0) }
        guard
            let number = number ?? (value as? Double).flatMap({ Int(exactly: $0.rounded()) })
                ?? (value as? NSNumber)?.intValue
        else { return nil }
        self = number
    }
}

/// Blue, green, red and 255, a byte each.
public let kCVPixelFormatType_32BGRA = FourCharCode(fourCharacters: "BGRA")
/// Luma of 16…235, and Cb and Cr side by side for every two by two pixels.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange = FourCharCode(fourCharacters: "420v")
/// The same from 0 to 255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange = FourCharCode(fourCharacters: "420f")
/// Luma alone.
public let kCVPixelFormatType_OneComponent8 = FourCharCode(fourCharacters: "L008")
/// Luma, Cb and Cr in planes of their own. No output here delivers it.
public let kCVPixelFormatType_420YpCbCr8Planar = FourCharCode(fourCharacters: "y420")
/// Cb, luma, Cr, luma. No output here delivers it.
public let kCVPixelFormatType_422YpCbCr8 = FourCharCode(fourCharacters: "2vuy")
/// Red, green and blue, a byte each. No output here delivers it.
public let kCVPixelFormatType_24RGB: OSType = 24
/// Alpha, red, green and blue, a byte each. No output here delivers it.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// Red, green, blue and alpha, a byte each. No output here delivers it.
public let kCVPixelFormatType_32RGBA = FourCharCode(fourCharacters: "RGBA")
