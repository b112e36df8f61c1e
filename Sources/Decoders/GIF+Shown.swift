extension GIF {
    /// The canvas, the first frame and which of its colours is transparent; no comments, applications' blocks or
    /// further frames.
    static func shown(_ bytes: [UInt8]) -> ShownPicture? {
        var walk = Walk(bytes)
        // Signature, canvas and its colours; then extensions until the frame.
        guard let canvas = walk.take(13), let colours = walk.takeColours(flags: canvas[10]) else {
            return nil
        }
        var transparent: UInt8?
        while let introducer = walk.take(1)?.first {
            switch introducer {
            case 0x21:
                guard let label = walk.take(1)?.first, let blocks = walk.takeBlocks() else { return nil }
                // A graphics control: flags, two bytes of delay, the transparent index if the flags' lowest bit is set.
                if label == 0xF9, blocks.count >= 6, blocks[blocks.startIndex] == 4,
                    blocks[blocks.startIndex + 1] & 1 == 1
                {
                    transparent = blocks[blocks.startIndex + 4]
                }
            case 0x2C:
                guard let frame = walk.take(9),
                    let own = walk.takeColours(flags: frame[frame.startIndex + 8]),
                    let codeSize = walk.take(1), let samples = walk.takeBlocks()
                else { return nil }
                var kept = Array(canvas + colours)
                if let transparent { kept += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
                kept.append(0x2C)
                for part in [frame, own, codeSize, samples] { kept += part }
                kept.append(0x3B)
                return ShownPicture(mediaType: "image/gif", bytes: kept)
            default: return nil
            }
        }
        return nil
    }

    /// Takes the parts of a file from its start on; nil where it ends early.
    private struct Walk {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            rest = bytes[...]
        }

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// A table of colours, if the flags say that there is one.
        mutating func takeColours(flags: UInt8) -> ArraySlice<UInt8>? {
            take(flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        }

        /// Blocks, each with its length before it, and the empty one that ends them.
        mutating func takeBlocks() -> ArraySlice<UInt8>? {
            var count = 0
            while let length = rest.dropFirst(count).first {
                count += 1 + Int(length)
                if length == 0 { return take(count) }
            }
            return nil
        }
    }
}
