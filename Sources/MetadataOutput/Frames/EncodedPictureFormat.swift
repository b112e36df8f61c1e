/// The formats of encoded pictures that this package reads, told apart by their first bytes.
///
/// Telling them apart takes no codec, so that who only sorts files links none.
public enum EncodedPictureFormat: String, Sendable, Hashable, CaseIterable {
    /// JPEG.
    case jpeg = "JPEG"
    /// PNG.
    case png = "PNG"
    /// WebP.
    case webp = "WebP"
    /// GIF.
    case gif = "GIF"
    /// HEIC and AVIF: one picture in an ISO media file.
    case heif = "HEIF"
    /// JPEG XL, bare or in a container.
    case jpegXL = "JPEG XL"
    /// JPEG 2000: JP2 and JPX files, and bare code streams.
    case jpeg2000 = "JPEG 2000"
    /// TIFF and BigTIFF.
    case tiff = "TIFF"
    /// Windows' and OS/2's bitmaps.
    case bmp = "BMP"
    /// Netpbm's bitmaps, greymaps and pixmaps (P1 … P6).
    case pnm = "PNM"

    /// The format of some bytes, by their content; nil if it is none of these.
    ///
    /// - Parameter prefix: How they begin; 64 bytes are enough.
    public init?(prefix: some Collection<UInt8>) {
        let prefix = Array(prefix.prefix(64))
        guard let format = Self.allCases.first(where: { $0.recognises(prefix) }) else { return nil }
        self = format
    }

    /// File name extensions, lower case, without the dot.
    public var fileExtensions: Set<String> {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        case .webp: ["webp"]
        case .gif: ["gif"]
        case .heif: ["heic", "heif", "hif", "avif"]
        case .jpegXL: ["jxl"]
        case .jpeg2000: ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jph"]
        case .tiff: ["tif", "tiff"]
        case .bmp: ["bmp", "dib"]
        case .pnm: ["pbm", "pgm", "ppm", "pnm"]
        }
    }

    /// Whether its library is large and seldom needed: whoever has no such pictures neither loads nor needs it.
    package var isOpenedLate: Bool { [.heif, .jpegXL, .jpeg2000].contains(self) }

    private func recognises(_ prefix: [UInt8]) -> Bool {
        func begins(_ text: String, at offset: Int = 0) -> Bool {
            prefix.dropFirst(offset).starts(with: text.utf8)
        }
        // What a line's end would not survive.
        func isSignatureBox(_ type: String) -> Bool {
            prefix.starts(with: [0, 0, 0, 12]) && begins(type, at: 4)
                && prefix.dropFirst(8).starts(with: [0x0D, 0x0A, 0x87, 0x0A])
        }
        switch self {
        case .jpeg: return prefix.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: return prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .webp: return begins("RIFF") && begins("WEBP", at: 8)
        case .gif: return begins("GIF87a") || begins("GIF89a")
        case .heif: return FileTypeBox(prefix)?.isPicture ?? false
        case .jpegXL: return prefix.starts(with: [0xFF, 0x0A]) || isSignatureBox("JXL ")
        case .jpeg2000: return prefix.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) || isSignatureBox("jP  ")
        case .tiff:
            // 42 is TIFF, 43 BigTIFF, in the byte order that the first two letters name.
            let marks: [[UInt8]] = [
                [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
            ]
            return marks.contains { prefix.starts(with: $0) }
        case .bmp:
            // "BM" alone may begin anything; the size of the second header is one of a few.
            guard begins("BM"), prefix.count >= 18 else { return false }
            let size = prefix[14..<18].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return Self.bitmapHeaderSizes.contains(Int(size))
        case .pnm:
            // A digit, white space and then a number or a comment: enough to pass over prose that begins so.
            func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
            guard prefix.count > 3, begins("P"), (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(prefix[1]),
                isSpace(prefix[2]), let next = prefix.dropFirst(3).first(where: { !isSpace($0) })
            else { return false }
            return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) || next == UInt8(ascii: "#")
        }
    }

    /// Sizes of a bitmap's information headers that are known: OS/2 1 and 2, Windows 3 to 5.
    private static let bitmapHeaderSizes: Set<Int> = [12, 40, 52, 56, 64, 108, 124]
}

/// The first box of an ISO media file (ISO/IEC 14496-12, 4.3): what kinds of file it is.
private struct FileTypeBox {
    private let major: String
    private let compatible: [String]

    init?(_ prefix: [UInt8]) {
        guard prefix.count >= 12, prefix[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = prefix[0..<4].reduce(0) { $0 << 8 | Int($1) }
        func name(at offset: Int) -> String { String(decoding: prefix[offset..<offset + 4], as: UTF8.self) }
        major = name(at: 8)
        compatible = stride(from: 16, through: min(size, prefix.count) - 4, by: 4).map(name)
    }

    /// Whether its brands are those of pictures (not of movies).
    var isPicture: Bool {
        Self.pictures.contains(major) || Self.sequences.contains(major)
            || !Self.pictures.isDisjoint(with: compatible)
    }

    private static let pictures: Set = ["heic", "heix", "heim", "heis", "mif1", "mif2", "avif"]
    private static let sequences: Set = ["hevc", "hevx", "hevm", "hevs", "msf1", "avis"]
}
