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
            luma.withUnsafeSamples { source in
                copy(from: source + first, right: right, down: down, to: target, width: width, height: height)
            }
        }
    }

    /// Copies in bands as wide as rows of the stored plane stay in the cache while they are read as columns.
    private func copy(
        from source: UnsafePointer<UInt8>, right: Int, down: Int,
        to target: UnsafeMutableBufferPointer<UInt8>,
        width: Int, height: Int
    ) {
        guard let target = target.baseAddress else { return }
        let band = orientation.swapsSides ? 64 : width
        for left in stride(from: 0, to: width, by: band) {
            let count = min(band, width - left)
            for y in 0..<height {
                let pixels = source + (y * down + left * right)
                let row = target + (y * width + left)
                for x in 0..<count { row[x] = pixels[x &* right] }
            }
        }
    }
}
