import MetadataOutput

/// A bitmap's file header and information header, of any of their generations.
struct BMPHeader {
    /// How pixels are stored.
    enum Coding {
        case indices
        case runLengths(isHalf: Bool)
        /// Bits of red, green, blue and alpha in a pixel; 0 for a channel that is not there.
        case masks([UInt32])
    }

    let width: Int
    let height: Int
    let bitsPerPixel: Int
    let coding: Coding
    /// Where the pixels begin, in bytes.
    let dataOffset: Int
    private let isTopDown: Bool
    private let paletteOffset: Int
    private let paletteEntrySize: Int
    private let paletteCount: Int

    init(of bytes: [UInt8]) throws(PayloadError) {
        let reader = ByteReader(bytes[...], order: .little)
        func field16(_ offset: Int) throws(PayloadError) -> Int {
            guard let value = reader.uint16(at: offset) else {
                throw BMP.undecodable("unexpected end of file")
            }
            return Int(value)
        }
        func field32(_ offset: Int) throws(PayloadError) -> UInt32 {
            guard let value = reader.uint32(at: offset) else {
                throw BMP.undecodable("unexpected end of file")
            }
            return value
        }
        dataOffset = Int(try field32(10))
        let size = Int(try field32(14))
        let isCore = size == 12
        let compression = isCore ? 0 : try field32(30)
        bitsPerPixel = try field16(isCore ? 24 : 28)
        if isCore {
            (width, height, isTopDown) = (try field16(18), try field16(20), false)
        } else {
            width = Int(Int32(bitPattern: try field32(18)))
            let rows = Int(Int32(bitPattern: try field32(22)))
            (height, isTopDown) = (abs(rows), rows < 0)
        }
        var masks: [UInt32]?
        var maskBytes = 0
        switch (compression, bitsPerPixel) {
        case (0, 1), (0, 2), (0, 4), (0, 8): coding = .indices
        case (1, 8): coding = .runLengths(isHalf: false)
        case (2, 4): coding = .runLengths(isHalf: true)
        case (0, 16): coding = .masks([0x7C00, 0x3E0, 0x1F, 0])
        case (0, 24), (0, 32): coding = .masks([0xFF_0000, 0xFF00, 0xFF, 0])
        case (3, 16) where size != 64, (3, 32) where size != 64, (6, 16), (6, 32):
            // Masks stand behind Windows 3's header and inside the later ones, which have alpha's from 56 bytes on.
            let hasAlpha = compression == 6 || size >= 56
            maskBytes = size > 40 ? 0 : hasAlpha ? 16 : 12
            var read: [UInt32] = []
            for index in 0..<(hasAlpha ? 4 : 3) { read.append(try field32(54 + 4 * index)) }
            if !hasAlpha { read.append(0) }
            masks = read
            coding = .masks(read)
        default:
            throw BMP.undecodable("compression \(compression) with \(bitsPerPixel) bits a pixel is not known")
        }
        paletteEntrySize = isCore ? 3 : 4
        paletteOffset = 14 + size + (masks == nil ? 0 : maskBytes)
        let declared = isCore ? 0 : Int(try field32(46))
        let possible = 1 << min(bitsPerPixel, 8)
        paletteCount = declared == 0 ? possible : min(declared, possible)
    }

    /// Distance between the starts of two stored rows, a multiple of 4.
    var bytesPerRow: Int { (width * bitsPerPixel + 31) / 32 * 4 }

    /// Where a row is seen, counted from the top; `row` counts as they are stored.
    func seenRow(_ row: Int) -> Int { isTopDown ? row : height - 1 - row }

    /// Luma of 256 indices; black where the file has no colour.
    func palette(in bytes: [UInt8], of channel: PictureChannel) -> [UInt8] {
        let reader = ByteReader(bytes[...], order: .little)
        var table = [UInt8](repeating: 0, count: 256)
        for index in 0..<paletteCount {
            guard let entry = reader.slice(at: paletteOffset + index * paletteEntrySize, count: 3) else {
                break
            }
            let first = entry.startIndex
            table[index] = Luma.of(
                red: entry[first + 2], green: entry[first + 1], blue: entry[first], by: channel.weights)
        }
        return table
    }
}
