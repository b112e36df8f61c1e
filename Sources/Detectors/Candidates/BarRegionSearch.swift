import Foundation
import MetadataOutput

/// Looks for linear codes: parts of the picture full of parallel edges of both signs, at any angle.
enum BarRegionSearch {
    private static let fewestBlocks = 8
    private static let fewestAcross = 5
    private static let fill = 0.3
    /// Shortest region, as a share of the picture's longer side.
    private static let shortest = 0.08
    /// Largest difference in angle between blocks that are joined.
    private static let bend = 0.35

    /// The regions of a picture, those of most blocks first.
    ///
    /// - Parameter view: The picture, usually shrunk to 1600 pixels.
    static func regions(in view: View) -> [BarRegion] {
        let isLarge = view.wholeSide > 900
        let view = isLarge ? view.resized(by: 0.5, interpolation: .area) : view
        let blocks = BarBlocks(of: view.plane)
        return groups(of: blocks)
            .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
            .compactMap { region(of: $0.map { blocks.blocks[$0] }, in: view) }
    }

    /// Blocks up to two apart with like angles, joined; only groups that are large enough.
    private static func groups(of blocks: BarBlocks) -> [[Int]] {
        var isSeen = [Bool](repeating: false, count: blocks.blocks.count)
        // Double angles as unit vectors, so that a difference is a dot product.
        let directions = blocks.blocks.map { block in
            let length = (block.cosine * block.cosine + block.sine * block.sine).squareRoot()
            return (block.cosine / length, block.sine / length)
        }
        let like = cos(2 * bend)
        var groups: [[Int]] = []
        for start in blocks.blocks.indices where !isSeen[start] {
            isSeen[start] = true
            var group = [start]
            var done = 0
            while done < group.count {
                let (current, block) = (group[done], blocks.blocks[group[done]])
                done += 1
                for row in max(0, block.row - 2)...min(blocks.rows - 1, block.row + 2) {
                    for column in max(0, block.column - 2)...min(blocks.columns - 1, block.column + 2) {
                        let other = Int(blocks.index[row * blocks.columns + column])
                        guard other >= 0, !isSeen[other] else { continue }
                        let (a, b) = (directions[current], directions[other])
                        guard a.0 * b.0 + a.1 * b.1 >= like else { continue }
                        isSeen[other] = true
                        group.append(other)
                    }
                }
            }
            if group.count >= fewestBlocks { groups.append(group) }
        }
        return groups
    }

    /// The group's turned box, or nil if it has not the shape of a code.
    private static func region(of blocks: [BarBlocks.Block], in view: View) -> BarRegion? {
        let (cosine, sine) = blocks.reduce((0.0, 0.0)) { ($0.0 + $1.cosine, $0.1 + $1.sine) }
        let angle = atan2(sine, cosine) / 2
        let (c, s) = (cos(angle), sin(angle))
        let side = Double(BarBlocks.side)
        var (left, right, top, bottom) = (
            Double.infinity, -Double.infinity, Double.infinity, -Double.infinity
        )
        for block in blocks {
            let (x, y) = ((Double(block.column) + 0.5) * side, (Double(block.row) + 0.5) * side)
            let (u, v) = (c * x + s * y, c * y - s * x)
            (left, right, top, bottom) = (min(left, u), max(right, u), min(top, v), max(bottom, v))
        }
        let (length, height) = (right - left + side, bottom - top + side)
        let longer = Double(view.wholeSide)
        guard length >= Double(fewestAcross) * side, length >= shortest * longer,
            Double(blocks.count) * side * side >= fill * length * height
        else { return nil }
        let (u, v) = ((left + right) / 2, (top + bottom) / 2)
        let scale = view.linearScale
        return BarRegion(
            center: view.toPicture(CGPoint(x: c * u - s * v, y: s * u + c * v)), angle: angle * 180 / .pi,
            length: length * scale, height: height * scale, searchScale: scale)
    }
}
