import Decoders
import Foundation
import MetadataOutput
import Testing

@Suite("Limits are judged from the header")
struct LimitTests {
    /// A small picture with another size in its header.
    private static func resized(_ name: String, width: Int, height: Int) throws -> [UInt8] {
        let (littleWidth, littleHeight) = (UInt16(width).littleEndianBytes, UInt16(height).littleEndianBytes)
        let bigWidth = UInt32(width).bigEndianBytes
        let bigHeight = UInt32(height).bigEndianBytes
        let bytes = try TestPicture.named(name).bytes
        switch name.split(separator: ".").last {
        case "png":
            let header = bytes.replacing(at: 16, with: bigWidth + bigHeight)
            return header.replacing(at: 29, with: CRC32.checksum(of: header[12..<29]).bigEndianBytes)
        case "jpg":
            let frames = [UInt8](0xC0...0xCA).compactMap { marker in
                [0xC4, 0xC8].contains(marker) ? nil : bytes.firstIndex(of: [0xFF, marker, 0, 17, 8])
            }
            let frame = try #require(frames.first)
            return bytes.replacing(
                at: frame + 5, with: UInt16(height).bigEndianBytes + UInt16(width).bigEndianBytes)
        case "gif":
            return bytes.replacing(at: 6, with: littleWidth + littleHeight)
        case "bmp":
            return bytes.replacing(
                at: 18, with: UInt32(width).littleEndianBytes + UInt32(height).littleEndianBytes)
        case "webp" where name.contains("lossless"):
            // Behind the signature 0x2F, in 14 bits each less 1.
            let size = UInt32(width - 1 | (height - 1) << 14)
            return bytes.replacing(
                at: try #require(bytes.firstIndex(of: [0x2F])) + 1, with: size.littleEndianBytes)
        case "webp":
            // The canvas, in 24 bits less 1.
            let canvasWidth = UInt32(width - 1).littleEndianBytes.prefix(3)
            let canvasHeight = UInt32(height - 1).littleEndianBytes.prefix(3)
            return bytes.replacing(at: 24, with: Array(canvasWidth + canvasHeight))
        case "avif":
            // Two sides of 32 bits in the box of the size.
            let size = try #require(bytes.lastRange(of: "ispe")).upperBound + 4
            return bytes.replacing(at: size, with: bigWidth + bigHeight)
        case "ppm":
            return Array("P6\n\(width) \(height)\n255\n".utf8) + bytes
        case "jp2":
            // Two sides of 32 bits in the size marker, behind the start of the code stream.
            let stream = try #require(bytes.firstIndex(of: [0xFF, 0x4F, 0xFF, 0x51]))
            return bytes.replacing(at: stream + 8, with: bigWidth + bigHeight)
        case "jxl":
            // A header of bits: sides of 30 bits less 1, each behind what says so, no ratio of them; all else by default.
            func bits(_ side: Int) -> [Int] { [1, 1] + (0..<30).map { (side - 1) >> $0 & 1 } }
            let header = [0] + bits(height) + [0, 0, 0] + bits(width) + [1, 0, 0, 0]
            let packed = stride(from: 0, to: header.count, by: 8).map { start in
                header[start...].prefix(8).reversed().reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
            }
            return [0xFF, 0x0A] + packed + bytes
        default:
            let tags = try #require(bytes.firstIndex(of: [0, 1, 3, 0]))
            return bytes.replacing(at: tags + 8, with: littleWidth)
                .replacing(at: tags + 20, with: littleHeight)
        }
    }

    @Test("A side longer than any picture's, of few pixels") func aSideIsTooLong() throws {
        let bytes = Array("P5\n\(DecodingLimits.longestSide + 1) 1\n255\n".utf8)
        let error = #expect(throws: PayloadError.self) {
            try StandardPictureDecoder().frame(from: bytes, limits: DecodingLimits())
        }
        #expect(error?.code == .overLimit)
        #expect(error?.message == "1000001 × 1: a side exceeds the limit of 1000000 pixels")
    }

    @Test(
        "Too many pixels, in every format",
        arguments: [
            "colour/rgb-8.png", "colour/rgb-8-interlaced.png", "colour/baseline-420.jpg",
            "colour/progressive.jpg",
            "colour/plain.gif", "colour/24.bmp", "colour/rle8.bmp", "colour/animated-lossy.webp",
            "colour/lossless.webp", "colour/lossless.avif", "colour/lossless.jxl", "colour/lossless.jp2",
            "colour/raw.ppm", "colour/rgb-8.tif",
        ])
    func pixels(name: String) throws {
        let (width, height) = (16_000, 15_000)
        let bytes = try Self.resized(name, width: width, height: height)
        let error = decodingError(of: bytes)
        #expect(error?.code == .overLimit)
        #expect(error?.message.contains("\(width) × \(height)") == true)
        #expect(error?.message.contains("50000000") == true)
    }

    @Test(
        "What decoding takes is counted, not only the result",
        arguments: [
            // Samples in colour, coefficients, two planes where rows become columns: none fits in 20 kB.
            "colour/rgb-16-interlaced.png", "alpha/rgb-alpha-8-interlaced.png", "colour/progressive.jpg",
            "colour/scans.jpg", "colour/lossless.webp", "colour/lossless.avif", "colour/lossless.heic",
            "colour/lossless.jxl", "colour/lossless.jp2",
            "colour/rgb-16.tif", "colour/tiles.tif",
        ])
    func memory(name: String) throws {
        let bytes = try TestPicture.named(name).bytes
        let pixels = PicturePattern.width * PicturePattern.height
        let error = decodingError(of: bytes, limits: DecodingLimits(memoryBytes: pixels * 3))
        #expect(error?.code == .overLimit)
        #expect(error?.message.contains("\(pixels * 3)") == true)
        #expect(decodingError(of: bytes) == nil)
    }

    @Test("A TIFF's tile may be far larger than its picture")
    func tiles() throws {
        let bytes = try TestPicture.named("colour/tiles.tif").bytes
        // Tags 322 and 323, 16 × 16 in the file.
        let width = try #require(
            bytes.firstIndex(of: [0x42, 1, 3, 0]) ?? bytes.firstIndex(of: [0x42, 1, 4, 0]))
        let side = UInt16(65520).littleEndianBytes
        let huge = bytes.replacing(at: width + 8, with: side).replacing(at: width + 20, with: side)
        #expect(decodingError(of: huge)?.code == .overLimit)
    }

    @Test("An AVIF's stream of 64 million pixels, said to be 31 × 23, does not get the memory")
    func stream() throws {
        let file = try Data(contentsOf: TestPicture.folder.appending(path: "limits/stream.avif"))
        // It takes over 500 MB. What this process has freed is there on top of any limit, so both are far from it;
        // whose memory ends first, and so the message, differs.
        let wrongSize = PayloadError(.undecodable, "HEIF: the picture has another size than the file says")
        let little = decodingError(of: [UInt8](file), limits: DecodingLimits(memoryBytes: 200_000_000))
        let plenty = decodingError(of: [UInt8](file), limits: DecodingLimits(memoryBytes: 1_000_000_000))
        #expect(little != nil)
        #expect(little != wrongSize)
        #expect(plenty == wrongSize)
    }

    @Test("Scans without end")
    func scans() throws {
        let bytes = try TestPicture.named("colour/progressive.jpg").bytes
        let last = try #require(bytes.ranges(of: [0xFF, 0xDA] as [UInt8]).last?.lowerBound)
        let scan = bytes[last..<bytes.count - 2]
        let endless = bytes.prefix(last) + repeatElement(scan, count: 12_000).joined() + [0xFF, 0xD9]
        let error = decodingError(of: Array(endless))
        #expect(error?.code == .overLimit)
        #expect(error?.message.contains("scans") == true)
        // As many as an encoder would write are no matter.
        let few = bytes.prefix(last) + repeatElement(scan, count: 8).joined() + [0xFF, 0xD9]
        #expect(decodingError(of: Array(few)) == nil)
    }

    @Test("Image data that goes on after a PNG's last row")
    func endlessImageData() throws {
        let bytes = try TestPicture.named("colour/rgb-8.png").bytes
        let end = try #require(bytes.lastRange(of: "IEND")).lowerBound - 4
        let content = [UInt8](repeating: 0, count: 70_000)
        let type = Array("IDAT".utf8)
        let checksum = CRC32.checksum(of: (type + content)[...]).bigEndianBytes
        let chunk = UInt32(content.count).bigEndianBytes + type + content + checksum
        let error = decodingError(of: Array(bytes.prefix(end)) + chunk + bytes.dropFirst(end))
        #expect(error == PayloadError(.undecodable, "PNG: too much image data"))
    }
}

/// PNG's checksum.
private enum CRC32 {
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
