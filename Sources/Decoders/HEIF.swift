import CHEIF
import MetadataOutput

/// HEIC and AVIF by libheif, which is opened at the first of them: the primary picture, alone or made of tiles, with
/// alpha, of 8 to 16 bits, of the full or of video's range.
enum HEIF: PictureFormatDecoder {
    static let format = EncodedPictureFormat.heif

    static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> StoredPicture {
        if let problem = CHEIFOpen() {
            throw undecodable(
                "HEIC and AVIF need libheif (Debian's package libheif1), which cannot be opened (\(String(cString: problem)))"
            )
        }
        let decoded = try Decoded(bytes, limits: limits)
        try decoded.check(against: limits)
        let (width, height) = (decoded.width, decoded.height)
        let luma = Plane(width: width, height: height) { target in
            guard let start = target.baseAddress else { return }
            decoded.writeLuma(to: start)
        }
        // libheif has turned it already, as the container says; what EXIF says beside that does not count.
        return StoredPicture(luma: luma, orientation: .up)
    }

    /// Opens libheif, and has it work in this process, which may die of it, instead of one for each picture.
    static func prepareForWorker() {
        _ = CHEIFOpen()
        CHEIFDecodeHere()
    }

    /// Luma and chroma of 4:2:0 in the codec, in libheif, and once more where it turns or crops.
    private static let bytesPerPixel = 5
    /// Some twenty times what a picture at the limit of pixels takes.
    private static let processorSeconds: Int64 = 60

    /// Owner of a decoded picture.
    private struct Decoded: ~Copyable {
        private let picture: UnsafeMutablePointer<CHEIFPicture>

        init(_ bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) {
            let pixels = min(limits.pixels, limits.memoryBytes / (1 + bytesPerPixel))
            // Over these, a limit is none: nobody has as much memory.
            let allowed = CHEIFLimits(
                most_pixels: Int64(min(pixels, 1 << 36)),
                memory_bytes: Int64(min(limits.memoryBytes, 1 << 44)),
                processor_seconds: processorSeconds)
            let decoded = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { CHEIFDecode($0, buffer.count, allowed) }
            }
            guard let decoded else { throw undecodable("not enough memory, or no process could be started") }
            picture = decoded
        }

        deinit { CHEIFDestroy(picture) }

        var width: Int { Int(picture.pointee.width) }
        var height: Int { Int(picture.pointee.height) }

        /// Throws unless there are samples.
        func check(against limits: DecodingLimits) throws(PayloadError) {
            let message = withUnsafeBytes(of: picture.pointee.message) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            switch picture.pointee.status {
            case CHEIF_OK: return
            case CHEIF_TOO_LARGE:
                try PictureCost(width: width, height: height, orientation: .up, bytesPerPixel: bytesPerPixel)
                    .check(against: limits)
                throw undecodable("\(width) × \(height) pixels are too many")
            case CHEIF_OVER_LIMIT: throw PayloadError(.overLimit, message)
            case CHEIF_NO_DECODER:
                throw undecodable(
                    "libheif has no decoder for this picture; HEIC needs libde265, AVIF needs dav1d or aom (\(message))"
                )
            default: throw undecodable(message)
            }
        }

        /// Luma of every pixel, over white.
        func writeLuma(to target: UnsafeMutablePointer<UInt8>) {
            let source = picture.pointee
            let isFull = source.is_full_range
            guard let first = SamplePlane(source.luma, width: width, isFullRange: isFull) else { return }
            let blue = SamplePlane(source.blue, width: width, isFullRange: isFull)
            let red = SamplePlane(source.red, width: width, isFullRange: isFull)
            let alpha = SamplePlane(source.alpha, width: width, isFullRange: true)
            var blues = [UInt8](repeating: 0, count: width)
            var (reds, alphas) = (blues, blues)
            for y in 0..<height {
                let row = target + y * width
                first.read(row: y, to: row)
                if let blue, let red {
                    blue.read(row: y, to: &blues)
                    red.read(row: y, to: &reds)
                    for x in 0..<width { row[x] = Luma.of(red: reds[x], green: row[x], blue: blues[x]) }
                }
                guard let alpha else { continue }
                alpha.read(row: y, to: &alphas)
                for x in 0..<width {
                    row[x] =
                        source.is_premultiplied
                        ? UInt8(min(255, Int(row[x]) + 255 - Int(alphas[x])))
                        : Luma.overWhite(row[x], alpha: alphas[x])
                }
            }
        }
    }

    /// Samples of 8 to 16 bits that become 0 … 255.
    private struct SamplePlane {
        private let samples: UnsafeRawPointer
        private let isWide: Bool
        private let width: Int
        private let table: [UInt8]

        init?(_ plane: CHEIFPlane, width: Int, isFullRange: Bool) {
            guard let samples = plane.samples else { return nil }
            self.samples = UnsafeRawPointer(samples)
            self.width = width
            isWide = plane.bits > 8
            let count = 1 << Int(plane.bits)
            // Video's 16 … 235 of 8 bits, as many times more as there are more bits.
            let scale = Double(count) / 256
            let (black, white) = isFullRange ? (0, Double(count - 1)) : (16 * scale, 235 * scale)
            table = (0..<count).map { value in
                UInt8(max(0, min(255, ((Double(value) - black) * 255 / (white - black)).rounded())))
            }
        }

        func read(row: Int, to target: UnsafeMutablePointer<UInt8>) {
            if isWide {
                let source = samples.assumingMemoryBound(to: UInt16.self) + row * width
                for x in 0..<width { target[x] = table[min(Int(source[x]), table.count - 1)] }
            } else {
                let source = samples.assumingMemoryBound(to: UInt8.self) + row * width
                for x in 0..<width { target[x] = table[min(Int(source[x]), table.count - 1)] }
            }
        }
    }
}
