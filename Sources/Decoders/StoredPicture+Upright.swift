import MetadataOutput

extension StoredPicture {
    /// The picture as it is meant to be seen; the same plane if nothing is to be done.
    var upright: Plane {
        guard orientation != .up else { return luma }
        let stored = (width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow)
        let swaps = orientation.swapsSides
        let (width, height) = swaps ? (stored.height, stored.width) : (stored.width, stored.height)
        // Steps in the stored plane that lead one pixel to the right and one down in the upright one.
        let column = orientation.reversesColumns ? -1 : 1
        let row = orientation.reversesRows ? -stored.bytesPerRow : stored.bytesPerRow
        let (right, down) = swaps ? (row, column) : (column, row)
        let first =
            (orientation.reversesColumns ? stored.width - 1 : 0)
            + (orientation.reversesRows ? (stored.height - 1) * stored.bytesPerRow : 0)
        return Plane(width: width, height: height, isCleared: false) { target in
            guard let target = target.baseAddress else { return }
            luma.withUnsafeSamples { source in
                let copy = Copy(
                    source: source + first, right: right, down: down, target: target, width: width,
                    height: height)
                if swaps { copy.columns() } else { copy.rows(0..<height, from: 0) }
            }
        }
    }
}

/// A copy of samples that turns or mirrors them.
private struct Copy {
    let source: UnsafePointer<UInt8>
    /// Steps in the source that lead one sample to the right and one down in the target.
    let right: Int
    let down: Int
    let target: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int

    /// Samples along the side of a tile: bytes of a word.
    private static let tile = 8

    /// Row by row, from a column on.
    func rows(_ rows: Range<Int>, from left: Int) {
        for y in rows {
            let (pixels, row) = (source + y * down, target + y * width)
            for x in left..<width { row[x] = pixels[x &* right] }
        }
    }

    /// Where a column of the target is a row of the source: in tiles, whose columns are read as words and exchanged with their rows.
    func columns() {
        let (across, below) = (width / Self.tile * Self.tile, height / Self.tile * Self.tile)
        // In bands as wide as rows of the source stay in the cache while they are read as columns.
        for band in stride(from: 0, to: across, by: 8 * Self.tile) {
            for top in stride(from: 0, to: below, by: Self.tile) {
                for left in stride(from: band, to: min(band + 8 * Self.tile, across), by: Self.tile) {
                    copyTile(left, top)
                }
            }
        }
        rows(0..<below, from: across)
        rows(below..<height, from: 0)
    }

    @inline(__always) private func copyTile(_ left: Int, _ top: Int) {
        var words = SIMD8<UInt64>()
        // The word begins at its lowest address.
        let start = source + (top * down + (down < 0 ? 1 - Self.tile : 0))
        for x in 0..<Self.tile {
            let word = UnsafeRawPointer(start + (left + x) * right).loadUnaligned(as: UInt64.self)
                .littleEndian
            words[x] = down < 0 ? word.byteSwapped : word
        }
        let turned = Self.transposed(words)
        for y in 0..<Self.tile {
            UnsafeMutableRawPointer(target + ((top + y) * width + left))
                .storeBytes(of: turned[y].littleEndian, as: UInt64.self)
        }
    }

    /// Eight words of eight bytes with rows and columns exchanged: halves of them first, then quarters, then bytes (Hacker's Delight,
    /// 7-3).
    @inline(__always) private static func transposed(_ words: SIMD8<UInt64>) -> SIMD8<UInt64> {
        var words = words
        exchange(&words, distance: 4, mask: 0x0000_0000_FFFF_FFFF)
        exchange(&words, distance: 2, mask: 0x0000_FFFF_0000_FFFF)
        exchange(&words, distance: 1, mask: 0x00FF_00FF_00FF_00FF)
        return words
    }

    /// Exchanges the upper parts of words with the lower parts of those at a distance behind them.
    @inline(__always) private static func exchange(_ words: inout SIMD8<UInt64>, distance: Int, mask: UInt64)
    {
        let shift = UInt64(distance * 8)
        for index in 0..<tile where index & distance == 0 {
            let (first, second) = (words[index], words[index + distance])
            let change = ((first &>> shift) ^ second) & mask
            words[index] = first ^ (change &<< shift)
            words[index + distance] = second ^ change
        }
    }
}
