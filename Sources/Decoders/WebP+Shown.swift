import MetadataOutput

extension WebP {
    /// The bit stream and its alpha in a container of our own; nil for an animation, whose first frame alone was
    /// decoded, and where viewers would turn it, and not all do.
    static func shown(_ bytes: [UInt8]) -> ShownPicture? {
        guard WebPContainer(of: bytes, hasAnimation: false).orientation == .up else { return nil }
        var extended: ArraySlice<UInt8>?
        var alpha: ArraySlice<UInt8>?
        for chunk in RIFFChunks(of: bytes) {
            switch chunk.type {
            case "VP8X": extended = chunk.content
            case "ALPH": alpha = chunk.content
            case "ANIM", "ANMF": return nil
            case "VP8 ", "VP8L":
                var kept = Array("WEBP".utf8)
                // Alpha that stands apart must be announced, with the canvas: flags, three bytes of zeros, sides.
                if chunk.type == "VP8 ", let alpha, let extended, extended.count >= 10 {
                    RIFFChunks.append(
                        [0x10, 0, 0, 0] + extended.dropFirst(4).prefix(6), as: "VP8X", to: &kept)
                    RIFFChunks.append(alpha, as: "ALPH", to: &kept)
                }
                RIFFChunks.append(chunk.content, as: chunk.type, to: &kept)
                var file: [UInt8] = []
                RIFFChunks.append(kept[...], as: "RIFF", to: &file)
                // Of a damaged file libwebp may have read on behind the chunk.
                guard (try? decode(file, limits: .standard)) != nil else { return nil }
                return ShownPicture(mediaType: "image/webp", bytes: file)
            default: continue
            }
        }
        return nil
    }
}
