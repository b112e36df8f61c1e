import Foundation
import MetadataOutput

/// Looks for linear codes: parts of the picture full of parallel edges of both signs, at any angle.
enum BarRegionSearch {
    private static let fewestBlocks = 8
    private static let fewestAcross = 5
    /// Fewer are no sheet of labels that is cut.
    private static let fewestOfSheet = 200
    /// The largest groups, which may be sheets of labels.
    private static let mostSheets = 8
    private static let fill = 0.3
    /// Shortest region, as a share of the picture's longer side.
    private static let shortest = 0.08
    /// Largest difference in angle between blocks that are joined.
    private static let bend = 0.35
    /// What a band of blocks has at least of those of the fullest, to belong to the dense part of a group.
    private static let emptiest = 0.3

    /// The regions of a picture, those of most blocks first; before one that looks like a sheet of labels, these.
    ///
    /// - Parameters:
    ///   - view: The picture, usually shrunk to 1600 pixels.
    ///   - isFine: Whether it is looked at as it is, for codes of any length; else, where it is large, at half the size, for codes that
    ///     are not very short beside it.
    static func regions(in view: View, isFine: Bool = false) -> [BarRegion] {
        let isHalved = view.wholeSide > 900 && !isFine
        let searched = isHalved ? view.resized(by: 0.5, interpolation: .area) : view
        let blocks = BarBlocks(of: searched.plane)
        let least = isFine ? 0 : shortest * Double(searched.wholeSide)
        return groups(of: blocks)
            .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
            .enumerated().flatMap { number, group in
                let blocks = group.map { blocks.blocks[$0] }
                let whole = region(of: blocks, in: searched, least: least)
                guard number < mostSheets else { return whole.map { [$0] } ?? [] }
                let labels = labels(of: blocks, in: searched, seen: view, least)
                return labels.map { label in
                    var label = label
                    label.sheet = number
                    return label
                } + (whole.map { [$0] } ?? [])
            }
    }

    /// The rows and columns in which a group's bars stand, if these are many.
    ///
    /// - Parameters:
    ///   - view: What the blocks are of.
    ///   - fine: The same in more pixels, or as many.
    private static func labels(
        of blocks: [BarBlocks.Block], in view: View, seen fine: View, _ least: Double
    ) -> [BarRegion] {
        guard blocks.count >= fewestOfSheet else { return [] }
        let (turn, side) = (Turn(of: blocks), Double(BarBlocks.side))
        let (extent, scale) = (turn.extent(of: blocks), view.linearScale / fine.linearScale)
        let middle = turn.point(at: CGPoint(x: extent.midX, y: extent.midY))
        let parts = BarCuts.parts(
            center: CGPoint(x: middle.x * scale, y: middle.y * scale), degrees: turn.angle * 180 / .pi,
            width: extent.width * scale, height: extent.height * scale, in: fine.plane)
        return parts.compactMap { part, degrees in
            let count = blocks.count { block in
                let middle = block.middle
                return part.contains(CGPoint(x: middle.x * scale, y: middle.y * scale), margin: side / 2)
            }
            guard count >= fewestAcross, part.width >= least * scale,
                Double(count) * side * side * scale * scale >= fill * part.width * part.height
            else { return nil }
            return BarRegion(
                center: fine.toPicture(part.center), angle: degrees,
                length: part.width * fine.linearScale, height: part.height * fine.linearScale,
                searchScale: view.linearScale)
        }
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

    /// The group's turned box, or that of its dense part, or nil if neither has the shape of a code.
    ///
    /// - Parameter least: The least length, in pixels of the view.
    private static func region(of blocks: [BarBlocks.Block], in view: View, least: Double) -> BarRegion? {
        box(of: blocks, in: view, least) ?? box(of: densePart(of: blocks), in: view, least)
    }

    private static func box(of blocks: [BarBlocks.Block], in view: View, _ least: Double) -> BarRegion? {
        guard blocks.count >= fewestBlocks else { return nil }
        let turn = Turn(of: blocks)
        let side = Double(BarBlocks.side)
        let extent = turn.extent(of: blocks)
        let (length, height) = (Double(extent.width), Double(extent.height))
        guard length >= Double(fewestAcross) * side, length >= least,
            Double(blocks.count) * side * side >= fill * length * height
        else { return nil }
        let scale = view.linearScale
        return BarRegion(
            center: view.toPicture(turn.point(at: CGPoint(x: extent.midX, y: extent.midY))),
            angle: turn.angle * 180 / .pi, length: length * scale, height: height * scale, searchScale: scale)
    }

    /// The blocks of a group where most lie: lettering and edges that happen to run as the bars do are joined to a code by a few
    /// blocks, far from which no box is filled.
    private static func densePart(of blocks: [BarBlocks.Block]) -> [BarBlocks.Block] {
        let turn = Turn(of: blocks)
        let along = dense(blocks) { turn.place(of: $0).along }
        return dense(along) { turn.place(of: $0).across }
    }

    /// The blocks in the fullest band and in those beside it that are not much emptier. A band is as wide as two blocks: turned
    /// blocks fill narrower ones unevenly.
    private static func dense(
        _ blocks: [BarBlocks.Block], by place: (BarBlocks.Block) -> Double
    ) -> [BarBlocks.Block] {
        let bands = Dictionary(grouping: blocks) {
            Int((place($0) / Double(2 * BarBlocks.side)).rounded(.down))
        }
        guard let fullest = bands.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
            return []
        }
        func isFull(_ band: Int) -> Bool {
            Double(bands[band]?.count ?? 0) >= emptiest * Double(fullest.value.count)
        }
        var (first, last) = (fullest.key, fullest.key)
        while isFull(first - 1) { first -= 1 }
        while isFull(last + 1) { last += 1 }
        return (first...last).flatMap { bands[$0] ?? [] }
    }

    /// Which way the bars of a group run.
    private struct Turn {
        /// The direction across them, in radians.
        let angle, cosine, sine: Double

        init(of blocks: [BarBlocks.Block]) {
            let (c, s) = blocks.reduce((0.0, 0.0)) { ($0.0 + $1.cosine, $0.1 + $1.sine) }
            angle = atan2(s, c) / 2
            (cosine, sine) = (cos(angle), sin(angle))
        }

        /// Where a block's middle lies, in pixels of the plane turned so that bars stand upright.
        func place(of block: BarBlocks.Block) -> (across: Double, along: Double) {
            let (x, y) = block.middle
            return (cosine * x + sine * y, cosine * y - sine * x)
        }

        /// The point of the plane at a place.
        func point(at place: CGPoint) -> CGPoint {
            CGPoint(x: cosine * place.x - sine * place.y, y: sine * place.x + cosine * place.y)
        }

        /// The places of all blocks, a block's side around their middles.
        func extent(of blocks: [BarBlocks.Block]) -> CGRect {
            let places = blocks.map(place)
            let (across, along) = (places.map(\.across), places.map(\.along))
            guard let left = across.min(), let right = across.max(), let top = along.min(),
                let bottom = along.max()
            else { return .zero }
            let side = Double(BarBlocks.side)
            return CGRect(
                x: left - side / 2, y: top - side / 2, width: right - left + side, height: bottom - top + side
            )
        }
    }
}
