/// The chunks of a PNG file, one after the other, to the one that ends the picture; their checksums are not looked at.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        /// Four letters.
        let type: String
        let content: ArraySlice<UInt8>
        /// All of it in the file: length, type, content and checksum.
        let range: Range<Int>

        /// Whether the checksum, the last four bytes, is that of type and content; a chunk that decoders can do
        /// without is ignored where it is not. For small chunks: it goes bit by bit.
        func hasRightChecksum(in file: [UInt8]) -> Bool {
            var remainder = UInt32.max
            for byte in file[range.dropFirst(4).dropLast(4)] {
                remainder ^= UInt32(byte)
                for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
            }
            return file[range.suffix(4)].reduce(0) { $0 << 8 | UInt32($1) } == ~remainder
        }
    }

    private let reader: ByteReader
    private var offset = 8
    private var isAtEnd = false

    init(of bytes: [UInt8]) {
        reader = ByteReader(bytes[...], order: .big)
    }

    /// The next chunk; nil behind `IEND` and where the file is cut off.
    mutating func next() -> Chunk? {
        guard !isAtEnd, let length = reader.uint32(at: offset).map({ Int($0) }),
            let type = reader.slice(at: offset + 4, count: 4),
            let content = reader.slice(at: offset + 8, count: length),
            offset + 12 + length <= reader.count
        else { return nil }
        let chunk = Chunk(
            type: String(decoding: type, as: UTF8.self), content: content,
            range: offset..<(offset + 12 + length))
        offset = chunk.range.upperBound
        isAtEnd = chunk.type == "IEND"
        return chunk
    }
}
