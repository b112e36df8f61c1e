import CHEIF
import MetadataOutput

/// HEIC and AVIF by libheif: the primary picture, alone or made of tiles, with alpha, of 8 to 16 bits, of the full or of
/// video's range.
enum HEIF: ApartPictureDecoder {
    static let format = EncodedPictureFormat.heif
    static let need = "HEIC and AVIF need libheif (Debian's package libheif1)"
    static let codecs =
        "libheif has no decoder for this picture; HEIC needs libde265, AVIF needs dav1d or aom"
    /// Luma and chroma of 4:2:0 in the codec, in libheif, and once more where it turns or crops.
    static let bytesPerPixel = 5

    static func open() -> UnsafePointer<CChar>? { CHEIFOpen() }

    static func decode(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ limits: CApartLimits
    ) -> UnsafeMutablePointer<CApartPicture>? {
        CHEIFDecode(bytes, count, limits)
    }
}
