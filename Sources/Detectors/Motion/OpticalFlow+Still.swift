public import MetadataOutput

extension OpticalFlow {
    /// Side of the blocks that are compared, in pixels of the planes.
    private static let blockSide = 8
    /// How much more than by noise a block must differ: so many times what half of the blocks do…
    private static let noiseFactor = 2.5
    /// …and by so many grey levels.
    private static let leastChange = 2.0
    /// With more noise than this, in grey levels, nobody can tell.
    private static let mostNoise = 12.0
    /// By so many grey levels half of the blocks may have become brighter or darker.
    private static let mostShift = 4.0

    /// Whether no block of two planes differs by more than noise.
    ///
    /// A block's difference is the mean of its samples'. Noise is what half of the blocks stay below, so that cameras need
    /// not be known. It leaves a block's brightness as it is, which another exposure does not.
    public func areSame(_ earlier: Plane, _ later: Plane) -> Bool {
        guard earlier.width == later.width, earlier.height == later.height else { return false }
        let blocks = Self.blocks(earlier, later)
        guard !blocks.isEmpty else { return false }
        let area = Double(Self.blockSide * Self.blockSide)
        // Some hundred of them are enough to tell what half of them do.
        let some = stride(from: 0, to: blocks.count, by: max(1, blocks.count / 500)).map { blocks[$0] }
        func middle(_ values: [UInt32]) -> Double { Double(values.sorted()[values.count / 2]) / area }
        let noise = middle(some.map(\.difference))
        let most = Double(blocks.lazy.map(\.difference).max() ?? 0) / area
        return noise <= Self.mostNoise && middle(some.map(\.shift)) <= Self.mostShift
            && most <= Self.noiseFactor * noise + Self.leastChange
    }

    /// What a block's samples differ by, added up: one by one, and all together.
    private struct Block {
        var difference: UInt32 = 0
        var sum: Int32 = 0

        var shift: UInt32 { sum.magnitude }
    }

    /// All whole blocks; what is left at the right and below is too narrow for anything to be in.
    private static func blocks(_ earlier: Plane, _ later: Plane) -> [Block] {
        let (columns, rows) = (earlier.width / blockSide, earlier.height / blockSide)
        var blocks = [Block](repeating: Block(), count: columns * rows)
        earlier.withUnsafeSamples { first in
            later.withUnsafeSamples { second in
                for y in 0..<rows * blockSide {
                    let (one, other) = (first + y * earlier.bytesPerRow, second + y * later.bytesPerRow)
                    let row = y / blockSide * columns
                    for column in 0..<columns {
                        var block = Block()
                        for x in column * blockSide..<(column + 1) * blockSide {
                            let change = Int32(other[x]) &- Int32(one[x])
                            block.difference &+= change.magnitude
                            block.sum &+= change
                        }
                        blocks[row + column].difference &+= block.difference
                        blocks[row + column].sum &+= block.sum
                    }
                }
            }
        }
        return blocks
    }
}
