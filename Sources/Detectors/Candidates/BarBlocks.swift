import MetadataOutput

/// A plane's gradients in blocks of 8×8 pixels: which blocks hold parallel edges of both signs.
struct BarBlocks {
    static let side = 8

    /// One block with bars.
    struct Block {
        let column: Int
        let row: Int
        /// Sums of the structure tensor, gx² − gy² and 2·gx·gy: the double angle across the bars, weighted.
        let cosine: Double
        let sine: Double
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
        let (columns, rows) = (plane.width / Self.side, plane.height / Self.side)
        var blocks: [Block] = []
        var index = [Int32](repeating: -1, count: columns * rows)
        if columns > 0, rows > 0 {
            let (dx, dy) = plane.sobel()
            dx.withUnsafeBufferPointer { dx in
                dy.withUnsafeBufferPointer { dy in
                    for row in 0..<rows {
                        for column in 0..<columns {
                            let start = row * Self.side * plane.width + column * Self.side
                            guard
                                let angle = Self.doubleAngle(
                                    dx.baseAddress.unsafelyUnwrapped + start,
                                    dy.baseAddress.unsafelyUnwrapped + start, stride: plane.width)
                            else { continue }
                            index[row * columns + column] = Int32(blocks.count)
                            blocks.append(
                                Block(column: column, row: row, cosine: angle.cosine, sine: angle.sine))
                        }
                    }
                }
            }
        }
        (self.columns, self.rows, self.blocks, self.index) = (columns, rows, blocks, index)
    }

    /// The block's structure tensor as a double angle, or nil if these are not bars.
    @inline(__always)
    private static func doubleAngle(
        _ dx: UnsafePointer<Int16>, _ dy: UnsafePointer<Int16>, stride: Int
    ) -> (cosine: Double, sine: Double)? {
        var (sumX, sumY): (Int32, Int32) = (0, 0)
        var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
        // 64 squares of at most 1020² fit 32 bits.
        for y in 0..<side {
            let (lineX, lineY) = (dx + y * stride, dy + y * stride)
            for x in 0..<side {
                let (gx, gy) = (Int32(lineX[x]), Int32(lineY[x]))
                sumX &+= gx
                sumY &+= gy
                xx &+= gx &* gx
                yy &+= gy &* gy
                xy &+= gx &* gy
            }
        }
        let count = Double(side * side)
        let energy = Double(xx) + Double(yy)
        guard energy >= contrast * contrast * count else { return nil }
        let (cosine, sine) = (Double(xx) - Double(yy), 2 * Double(xy))
        guard cosine * cosine + sine * sine >= coherence * coherence * energy * energy else { return nil }
        let (meanX, meanY) = (Double(sumX) / count, Double(sumY) / count)
        guard meanX * meanX + meanY * meanY <= oneSided * oneSided * energy / count else { return nil }
        return (cosine, sine)
    }
}
