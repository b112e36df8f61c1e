/// The chunks of a RIFF file, one after the other, to where it is cut off.
struct RIFFChunks: Sequence, IteratorProtocol {
    struct Chunk {
        /// Four letters.
        let type: String
        let content: ArraySlice<UInt8>
    }

    private let reader: ByteReader
    private var offset = 12

    init(of bytes: [UInt8]) {
        reader = ByteReader(bytes[...], order: .little)
    }

    mutating func next() -> Chunk? {
        guard let type = reader.slice(at: offset, count: 4),
            let size = reader.uint32(at: offset + 4).map({ Int($0) }),
            let content = reader.slice(at: offset + 8, count: size)
        else { return nil }
        // Chunks begin at even places.
        offset += 8 + size + size % 2
        return Chunk(type: String(decoding: type, as: UTF8.self), content: content)
    }

    /// Writes a chunk to the end of a file.
    static func append(_ content: ArraySlice<UInt8>, as type: String, to file: inout [UInt8]) {
        file += type.utf8
        file += (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
        file += content
        if content.count % 2 == 1 { file.append(0) }
    }
}
