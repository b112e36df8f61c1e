import MetadataOutput

/// A plane's gradients in blocks of 8×8 pixels: which blocks hold parallel edges of both signs.
struct BarBlocks {
    static let side = GradientBlocks.side

    /// One block with bars.
    struct Block {
        let column: Int
        let row: Int
        /// Sums of the structure tensor, gx² − gy² and 2·gx·gy: the double angle across the bars, weighted.
        let cosine: Double
        let sine: Double

        /// In pixels of the plane.
        var middle: (x: Double, y: Double) {
            ((Double(column) + 0.5) * Double(side), (Double(row) + 0.5) * Double(side))
        }
    }

    /// Root mean square of Sobel's gradient that a block must reach: 40 of up to 1442.
    private static let contrast = 40.0
    private static let coherence = 0.7
    /// Largest share of the gradient's mean in its root mean square. An edge of an object has one sign.
    private static let oneSided = 0.5

    let columns: Int
    let rows: Int
    let blocks: [Block]
    /// Index of the block in each place, or −1.
    let index: [Int32]

    init(of plane: Plane) {
        let gradients = GradientBlocks(of: plane)
        let columns = gradients.columns
        var blocks: [Block] = []
        var index = [Int32](repeating: -1, count: gradients.sums.count)
        for (place, sums) in gradients.sums.enumerated() where Self.areBars(sums) {
            index[place] = Int32(blocks.count)
            let (cosine, sine) = sums.doubleAngle
            blocks.append(Block(column: place % columns, row: place / columns, cosine: cosine, sine: sine))
        }
        (self.columns, rows, self.blocks, self.index) = (columns, gradients.rows, blocks, index)
    }

    private static func areBars(_ sums: GradientBlocks.Sums) -> Bool {
        let count = Double(side * side)
        let energy = sums.energy
        guard energy >= contrast * contrast * count else { return false }
        let (cosine, sine) = sums.doubleAngle
        guard cosine * cosine + sine * sine >= coherence * coherence * energy * energy else { return false }
        let (sumX, sumY) = sums.derivatives
        return sumX * sumX + sumY * sumY <= oneSided * oneSided * energy * count
    }
}
