import CJXL
import MetadataOutput

/// JPEG XL by libjxl: bare or in a container, lossy, lossless or a JPEG packed anew, grey and colour of any depth, with alpha
/// or black ink; of an animation the first picture.
enum JPEGXL: ApartPictureDecoder {
    static let format = EncodedPictureFormat.jpegXL
    static let need = "needs libjxl (Debian's package libjxl0.7)"
    /// Words of 32 bits of three colours, and the planes that libjxl gives.
    static let bytesPerPixel = 16

    static func open() -> UnsafePointer<CChar>? { CJXLOpen() }

    static func decode(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ limits: CApartLimits
    ) -> UnsafeMutablePointer<CApartPicture>? {
        CJXLDecode(bytes, count, limits)
    }
}
