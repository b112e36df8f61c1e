public import MetadataOutput

extension OpticalFlow {
    /// The share of a frame's blocks that is taken to have changed by nothing but noise.
    private static let unchanged = 0.25
    /// How much more than by noise a block must differ: so many times…
    private static let noiseFactor = 2.5
    /// …and by so many grey levels.
    private static let leastChange = 2.0
    /// With more noise than this, in grey levels, nobody can tell.
    private static let mostNoise = 12.0
    /// By so many grey levels three quarters of the blocks may have become brighter or darker.
    private static let mostShift = 4.0

    /// The blocks that differ by more than noise; nil if the planes are too small or of two sizes, too noisy, or one is
    /// brighter than the other.
    ///
    /// A block's difference is the mean of its samples'. Noise is what a quarter of the blocks stay below, so that cameras need
    /// not be known, and most of a frame may change. It leaves a block's brightness as it is, which another exposure does not.
    public func changes(from earlier: Plane, to later: Plane) -> PlaneBlocks? {
        guard earlier.width == later.width, earlier.height == later.height else { return nil }
        let blocks = Self.blocks(earlier, later)
        guard !blocks.isEmpty else { return nil }
        let area = Double(PlaneBlocks.side * PlaneBlocks.side)
        // Some hundred of them are enough to tell what a part of them do.
        let some = stride(from: 0, to: blocks.count, by: max(1, blocks.count / 500)).map { blocks[$0] }
        func ofUnchanged(_ values: [UInt32]) -> Double {
            Double(values.sorted()[Int(Self.unchanged * Double(values.count))]) / area
        }
        let noise = ofUnchanged(some.map(\.difference))
        guard noise <= Self.mostNoise, ofUnchanged(some.map(\.shift)) <= Self.mostShift else { return nil }
        let limit = UInt32((Self.noiseFactor * noise + Self.leastChange) * area)
        var changes = PlaneBlocks(width: earlier.width, height: earlier.height)
        for (place, block) in blocks.enumerated() where block.difference > limit { changes[place] = true }
        return changes
    }

    /// What a block's samples differ by, added up: one by one, and all together.
    private struct Block {
        var difference: UInt32 = 0
        var sum: Int32 = 0

        var shift: UInt32 { sum.magnitude }
    }

    /// All whole blocks; what is left at the right and below is too narrow for anything to be in.
    private static func blocks(_ earlier: Plane, _ later: Plane) -> [Block] {
        let (columns, rows) = (earlier.width / PlaneBlocks.side, earlier.height / PlaneBlocks.side)
        var blocks = [Block](repeating: Block(), count: columns * rows)
        earlier.withUnsafeSamples { first in
            later.withUnsafeSamples { second in
                for y in 0..<rows * PlaneBlocks.side {
                    let (one, other) = (first + y * earlier.bytesPerRow, second + y * later.bytesPerRow)
                    let row = y / PlaneBlocks.side * columns
                    for column in 0..<columns {
                        var block = Block()
                        for x in column * PlaneBlocks.side..<(column + 1) * PlaneBlocks.side {
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
