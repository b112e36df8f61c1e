import MetadataOutput

/// A bitmap's run lengths, of bytes (RLE8) or half bytes (RLE4), to palette indices.
struct BMPRunLengths {
    let bytes: [UInt8]
    let isHalf: Bool

    /// Writes indices to their places; what the file jumps over stays index 0, what leaves the picture is dropped.
    func decode(
        from header: BMPHeader, to samples: UnsafeMutableBufferPointer<UInt8>
    ) throws(PayloadError) {
        let (width, height) = (header.width, header.height)
        var position = header.dataOffset
        var (x, y) = (0, 0)
        func next() throws(PayloadError) -> Int {
            guard position < bytes.count else { throw BMP.undecodable("unexpected end of file") }
            defer { position += 1 }
            return Int(bytes[position])
        }
        func put(_ index: Int) {
            if x < width { samples[header.seenRow(y) * width + x] = UInt8(index) }
            x += 1
        }
        while y < height {
            let (first, second) = (try next(), try next())
            switch (first, second) {
            case (0, 0): (x, y) = (0, y + 1)
            case (0, 1): return
            case (0, 2): (x, y) = (x + (try next()), y + (try next()))
            case (0, _):
                // As many indices as they are, padded to whole pairs of bytes.
                let size = isHalf ? (second + 1) / 2 : second
                var pair = 0
                for index in 0..<second {
                    if !isHalf || index % 2 == 0 { pair = try next() }
                    put(!isHalf ? pair : index % 2 == 0 ? pair >> 4 : pair & 15)
                }
                if size % 2 == 1 { _ = try next() }
            default:
                for index in 0..<first { put(!isHalf ? second : index % 2 == 0 ? second >> 4 : second & 15) }
            }
        }
    }
}
