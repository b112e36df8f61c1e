import MetadataOutput

/// EXIF's and TIFF's orientation: where the stored picture's first row and column are seen.
enum Orientation: UInt16, CaseIterable {
    /// The first row is seen at the top, the first column at the left; the default.
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    /// The first row is seen at the left, the first column at the top.
    case leftMirrored = 5
    /// The first row is seen at the right, the first column at the top: a phone held upright.
    case right = 6
    case rightMirrored = 7
    case left = 8

    /// Whether rows are seen as columns.
    var swapsSides: Bool { rawValue >= 5 }
    /// Whether the last stored row is seen first.
    fileprivate var reversesRows: Bool { [.down, .downMirrored, .right, .rightMirrored].contains(self) }
    /// Whether the last stored column is seen first.
    fileprivate var reversesColumns: Bool { [.upMirrored, .down, .rightMirrored, .left].contains(self) }
}

extension StoredPicture {
    /// The picture as it is meant to be seen; the same plane if nothing is to be done.
    var upright: Plane {
        guard orientation != .up else { return luma }
        let (width, height) = (luma.width, luma.height)
        let (seenWidth, seenHeight) = orientation.swapsSides ? (height, width) : (width, height)
        // How far apart in the upright plane are neighbours of a stored row and of a stored column?
        let alongRow = (orientation.reversesColumns ? -1 : 1) * (orientation.swapsSides ? seenWidth : 1)
        let alongColumn = (orientation.reversesRows ? -1 : 1) * (orientation.swapsSides ? 1 : seenWidth)
        let first =
            (orientation.reversesColumns ? -alongRow * (width - 1) : 0)
            + (orientation.reversesRows ? -alongColumn * (height - 1) : 0)
        return Plane(width: seenWidth, height: seenHeight) { target in
            guard let origin = target.baseAddress else { return }
            luma.withUnsafeSamples { source in
                copy(
                    from: source, bytesPerRow: luma.bytesPerRow, to: origin + first, alongRow: alongRow,
                    alongColumn: alongColumn)
            }
        }
    }

    /// Copies in tiles, so that both sides of a turn stay in the cache.
    private func copy(
        from source: UnsafePointer<UInt8>, bytesPerRow: Int, to target: UnsafeMutablePointer<UInt8>,
        alongRow: Int, alongColumn: Int
    ) {
        let tile = 64
        for top in stride(from: 0, to: luma.height, by: tile) {
            for left in stride(from: 0, to: luma.width, by: tile) {
                for y in top..<min(top + tile, luma.height) {
                    let row = source + y * bytesPerRow
                    let column = target + y * alongColumn
                    for x in left..<min(left + tile, luma.width) {
                        column[x * alongRow] = row[x]
                    }
                }
            }
        }
    }
}
