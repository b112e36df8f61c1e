import CApart
import MetadataOutput

/// A format whose library is opened at the first picture that needs it, may be missing, and decodes in a process apart.
protocol ApartPictureDecoder: PictureFormatDecoder {
    /// Which library is needed, and Debian's package of it, as the error says it behind the format's name.
    static var need: String { get }
    /// What to install where the library has no decoder for how a picture is coded.
    static var codecs: String { get }
    /// What a pixel takes in the library beside the plane, in bytes, and beside what is known of the picture's header.
    static var bytesPerPixel: Int { get }

    /// Opens the library; nil, or what is wrong with it.
    static func open() -> UnsafePointer<CChar>?

    /// Decodes bytes that are not empty; after ``open()`` returned nil.
    static func decode(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ limits: CApartLimits
    ) -> UnsafeMutablePointer<CApartPicture>?

    /// Checks limits on what is known of the header without the library. Default: nothing is.
    static func checkHeader(of bytes: [UInt8], against limits: DecodingLimits) throws(PayloadError)
}

extension ApartPictureDecoder {
    static var codecs: String { "" }

    /// Opens the library, and has pictures decoded in this process, which may die of it, instead of one for each picture.
    static func prepareForWorker() {
        _ = open()
        CApartDecodeHere()
    }

    static func checkHeader(of bytes: [UInt8], against limits: DecodingLimits) throws(PayloadError) {}

    static func decode(
        _ bytes: [UInt8], limits: DecodingLimits, on ground: Ground
    ) throws(PayloadError) -> StoredPicture {
        try checkHeader(of: bytes, against: limits)
        if let problem = open() {
            throw undecodable("\(need), which cannot be opened (\(String(cString: problem)))")
        }
        let picture = try ApartPicture(of: self, bytes, limits: limits)
        try picture.check(self, against: limits)
        let luma = Plane(width: picture.width, height: picture.height) { target in
            guard let start = target.baseAddress else { return }
            picture.writeLuma(to: start, on: ground)
        }
        // The library has turned it already, as the file says; what EXIF says beside that does not count.
        return StoredPicture(luma: luma, orientation: .up, hasAlpha: picture.hasAlpha)
    }
}

/// Owner of a picture that was decoded apart.
struct ApartPicture: ~Copyable {
    /// Some twenty times what a picture at the limit of pixels takes.
    private static let processorSeconds: Int64 = 60

    private let picture: UnsafeMutablePointer<CApartPicture>

    init(
        of format: any ApartPictureDecoder.Type, _ bytes: [UInt8], limits: DecodingLimits
    ) throws(PayloadError) {
        let pixels = min(limits.pixels, limits.memoryBytes / (1 + format.bytesPerPixel))
        // Over these, a limit is none: nobody has as much memory.
        let allowed = CApartLimits(
            most_pixels: Int64(min(pixels, 1 << 36)),
            memory_bytes: Int64(min(limits.memoryBytes, 1 << 44)),
            processor_seconds: Self.processorSeconds)
        let decoded = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { format.decode($0, buffer.count, allowed) }
        }
        guard let decoded else {
            throw format.undecodable("not enough memory, or no process could be started")
        }
        picture = decoded
    }

    deinit { CApartDestroy(picture) }

    var width: Int { Int(picture.pointee.width) }
    var height: Int { Int(picture.pointee.height) }
    var hasAlpha: Bool { picture.pointee.alpha.samples != nil }

    /// Throws unless there are samples.
    func check(
        _ format: any ApartPictureDecoder.Type, against limits: DecodingLimits
    ) throws(PayloadError) {
        let message = withUnsafeBytes(of: picture.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch picture.pointee.status {
        case CAPART_OK: return
        case CAPART_TOO_LARGE:
            try PictureCost(
                width: width, height: height, orientation: .up, bytesPerPixel: format.bytesPerPixel
            ).check(against: limits)
            throw format.undecodable("\(width) × \(height) pixels are too many")
        case CAPART_OVER_LIMIT: throw PayloadError(.overLimit, message)
        case CAPART_NO_DECODER: throw format.undecodable("\(format.codecs) (\(message))")
        default: throw format.undecodable(message)
        }
    }

    /// Luma of every pixel, on a ground where it is transparent.
    func writeLuma(to target: UnsafeMutablePointer<UInt8>, on ground: Ground) {
        let source = picture.pointee
        let isFull = source.is_full_range
        guard let first = SamplePlane(source.luma, width: width, isFullRange: isFull) else { return }
        let blue = SamplePlane(source.blue, width: width, isFullRange: isFull)
        let red = SamplePlane(source.red, width: width, isFullRange: isFull)
        let black = SamplePlane(source.black, width: width, isFullRange: true)
        let alpha = SamplePlane(source.alpha, width: width, isFullRange: true)
        var others = [UInt8](repeating: 0, count: width)
        var reds = others
        for y in 0..<height {
            let row = target + y * width
            first.read(row: y, to: row)
            if let blue, let red {
                blue.read(row: y, to: &others)
                red.read(row: y, to: &reds)
                for x in 0..<width { row[x] = Luma.of(red: reds[x], green: row[x], blue: others[x]) }
            }
            if let black {
                black.read(row: y, to: &others)
                for x in 0..<width { row[x] = Luma.scaled(row[x], by: others[x]) }
            }
            guard let alpha else { continue }
            alpha.read(row: y, to: &others)
            for x in 0..<width {
                row[x] =
                    source.is_premultiplied
                    ? Luma.laid(premultiplied: row[x], alpha: others[x], on: ground)
                    : Luma.laid(row[x], alpha: others[x], on: ground)
            }
        }
    }

    /// Samples of 8 to 16 bits that become 0 … 255.
    private struct SamplePlane {
        private let samples: UnsafeRawPointer
        private let isWide: Bool
        private let width: Int
        private let table: [UInt8]

        init?(_ plane: CApartPlane, width: Int, isFullRange: Bool) {
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
