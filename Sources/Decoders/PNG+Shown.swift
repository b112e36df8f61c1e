import MetadataOutput

extension PNG {
    /// The header, palette, transparency and samples of the default picture; nil where viewers would turn it, and not
    /// all do. Colour spaces go with all else: a profile says who made it, and the search looks at samples as stored.
    static func shown(_ bytes: [UInt8]) -> ShownPicture? {
        guard orientation(in: bytes) == .up else { return nil }
        var kept = Array(bytes.prefix(8))
        var needs = Needs()
        var isWhole = false
        for chunk in PNGChunks(of: bytes) where needs.include(chunk, of: bytes) {
            kept += bytes[chunk.range]
            isWhole = chunk.type == "IEND"
        }
        guard isWhole else { return nil }
        return ShownPicture(mediaType: "image/png", bytes: kept)
    }

    /// Which chunks decoding needs, asked in their order.
    private struct Needs {
        private var colourType: UInt8?
        private var paletteCount = 0
        private var hasTransparency = false
        private var hasImageData = false
        private var isPastImageData = false

        mutating func include(_ chunk: PNGChunks.Chunk, of file: [UInt8]) -> Bool {
            isPastImageData = isPastImageData || hasImageData && chunk.type != "IDAT"
            switch chunk.type {
            case "IHDR" where colourType == nil && chunk.content.count == 13:
                colourType = chunk.content[chunk.content.startIndex + 9]
            case "PLTE" where colourType == 3 && paletteCount == 0:
                paletteCount = chunk.content.count / 3
            case "tRNS" where !hasTransparency && !hasImageData && isTransparency(chunk, of: file):
                hasTransparency = true
            case "IDAT" where !isPastImageData:
                hasImageData = true
            case "IEND": break
            default: return false
            }
            return true
        }

        /// Whether it is one that decoders do not ignore.
        private func isTransparency(_ chunk: PNGChunks.Chunk, of file: [UInt8]) -> Bool {
            let hasSize =
                switch colourType {
                case 0: chunk.content.count == 2
                case 2: chunk.content.count == 6
                case 3: (1...max(1, paletteCount)).contains(chunk.content.count)
                default: false
                }
            return hasSize && chunk.hasRightChecksum(in: file)
        }
    }
}
