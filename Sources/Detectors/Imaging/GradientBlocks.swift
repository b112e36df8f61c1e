import CBlockTensor
import MetadataOutput

/// A plane's gradients by Sobel's 3×3 operator in blocks of 8×8 pixels: of each block the sums of the derivatives along rows (x) and
/// columns (y), and of their products. Each derivative is at most 1020 in size.
struct GradientBlocks {
    typealias Sums = CBlockTensorSums

    static let side = CBlockTensorSide

    /// Whole blocks beside and below each other; what is left of the plane at its right and its bottom is in none.
    let columns: Int
    let rows: Int
    /// Row by row.
    let sums: [Sums]

    /// - Parameter isPortable: Whether the code that runs on every processor is asked for; it finds the same.
    init(of plane: Plane, isPortable: Bool = false) {
        let (columns, rows) = (plane.width / Self.side, plane.height / Self.side)
        let count = columns * rows
        (self.columns, self.rows) = (columns, rows)
        sums = [Sums](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard count > 0, let target = buffer.baseAddress else { return }
            plane.withUnsafeSamples {
                CBlockTensor(
                    $0, plane.bytesPerRow, Int32(plane.width), Int32(plane.height), target,
                    isPortable ? 1 : 0)
            }
            initialized = count
        }
    }
}

extension CBlockTensorSums {
    /// Sums of the derivatives: large where edges have one sign.
    var derivatives: (x: Double, y: Double) { (Double(x), Double(y)) }
    /// Sum of the squares of the gradients.
    var energy: Double { Double(xx) + Double(yy) }
    /// Sums of gx² − gy² and 2·gx·gy: the double angle across the edges, weighted.
    var doubleAngle: (cosine: Double, sine: Double) { (Double(xx) - Double(yy), 2 * Double(xy)) }
}
