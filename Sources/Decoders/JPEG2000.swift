import COpenJPEG
import MetadataOutput

/// JPEG 2000 by OpenJPEG: files and bare code streams, grey, colour, YCC, CMYK and Lab, palettes, alpha, components of any
/// depth and place; further components are passed over.
enum JPEG2000: ApartPictureDecoder {
    static let format = EncodedPictureFormat.jpeg2000
    static let need = "needs OpenJPEG (Debian's package libopenjp2-7)"
    /// Luma in words of 32 bits; what all components take is counted on the header.
    static let bytesPerPixel = 4

    static func open() -> UnsafePointer<CChar>? { COpenJPEGOpen() }

    static func decode(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ limits: CApartLimits
    ) -> UnsafeMutablePointer<CApartPicture>? {
        COpenJPEGDecode(bytes, count, limits)
    }

    static func checkHeader(of bytes: [UInt8], against limits: DecodingLimits) throws(PayloadError) {
        guard let size = JPEG2000Size(of: bytes) else { throw undecodable("there is no size") }
        var cost = PictureCost(width: size.width, height: size.height, orientation: .up)
        try cost.check(against: limits)
        cost.workingBytes = size.decodingBytes
        try cost.check(against: limits)
    }
}
