import Decoders
import Glibc
import MetadataOutput

extension [UInt8] {
    /// Where some bytes stand first.
    func firstIndex(of pattern: [UInt8]) -> Int? { firstRange(of: pattern)?.lowerBound }

    /// Where the last of some ASCII text stands.
    func lastRange(of text: String) -> Range<Int>? { ranges(of: Array(text.utf8)).last }

    /// A copy with `bytes` written over what stands from `offset` on.
    func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
        Array(prefix(offset)) + bytes + Array(dropFirst(offset + bytes.count))
    }
}

extension FixedWidthInteger {
    /// The bytes, lowest first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
    /// The bytes, highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// What decoding throws; nil if it does not.
func decodingError(of bytes: [UInt8], limits: DecodingLimits = .standard) -> PayloadError? {
    do throws(PayloadError) {
        _ = try StandardPictureDecoder().frame(from: bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}
