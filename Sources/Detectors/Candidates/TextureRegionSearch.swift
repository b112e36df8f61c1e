import Foundation
import MetadataOutput

/// Looks for what may be a Data Matrix: compact parts of the picture with edges in all directions, which have no pattern
/// to be found by from afar.
enum TextureRegionSearch {
    /// How many regions are kept, those of most blocks first.
    static let limit = 120

    private static let fewestBlocks = 4
    /// Share of a region's box that its blocks fill.
    private static let fill = 0.35
    /// Longer side of a region's box in its shorter one: the longest rectangular symbols have 4.
    private static let longest = 4.5
    /// Largest region, as a share of the plane's longer side; one symbol that is larger needs no search.
    private static let largest = 0.5
    /// Sizes of the plane that are searched: a block must hold edges of two modules and more.
    private static let sizes = [1.0, 0.5, 0.25]

    /// Boxes in pixels of the picture.
    ///
    /// - Parameter view: The picture, usually shrunk to 1600 pixels.
    static func regions(in view: View) -> [CGRect] {
        var found: [(box: CGRect, blocks: Int)] = []
        for size in sizes {
            let plane = size == 1 ? view : view.resized(by: size, interpolation: .area)
            let scale = plane.linearScale
            for region in regions(of: TextureBlocks(of: plane.plane)) {
                let side = Double(TextureBlocks.side)
                let box = CGRect(
                    x: Double(region.left) * side, y: Double(region.top) * side,
                    width: Double(region.width) * side, height: Double(region.height) * side)
                guard
                    max(box.width, box.height) <= largest * Double(plane.wholeSide)
                else { continue }
                let placed = CGRect(around: box.corners.map { plane.toPicture($0) })
                guard !found.contains(where: { $0.box.isMuchLike(placed) }) else { continue }
                found.append((placed, Int(Double(region.blocks) * scale * scale)))
            }
        }
        return found.enumerated()
            .sorted { ($1.element.blocks, $0.offset) < ($0.element.blocks, $1.offset) }
            .prefix(limit).map(\.element.box)
    }

    private struct Region {
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        var blocks = 0
        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }

        mutating func add(column: Int, row: Int) {
            (left, top) = (min(left, column), min(top, row))
            (right, bottom) = (max(right, column), max(bottom, row))
            blocks += 1
        }
    }

    /// Groups of blocks that touch, those with the shape of a symbol.
    private static func regions(of blocks: TextureBlocks) -> [Region] {
        var isOpen = blocks.isTexture
        var regions: [Region] = []
        var group: [Int] = []
        for start in isOpen.indices where isOpen[start] {
            isOpen[start] = false
            group = [start]
            var region = Region()
            while let current = group.popLast() {
                let (column, row) = (current % blocks.columns, current / blocks.columns)
                region.add(column: column, row: row)
                for y in max(0, row - 1)...min(blocks.rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(blocks.columns - 1, column + 1)
                    where isOpen[y * blocks.columns + x] {
                        isOpen[y * blocks.columns + x] = false
                        group.append(y * blocks.columns + x)
                    }
                }
            }
            let (short, long) = (min(region.width, region.height), max(region.width, region.height))
            if region.blocks >= fewestBlocks, Double(long) <= longest * Double(short),
                Double(region.blocks) >= fill * Double(short * long)
            {
                regions.append(region)
            }
        }
        return regions
    }
}

extension CGRect {
    /// Whether both are nearly the same.
    fileprivate func isMuchLike(_ other: CGRect) -> Bool {
        let shared = intersection(other)
        guard !shared.isNull else { return false }
        let (a, b, both) = (width * height, other.width * other.height, shared.width * shared.height)
        return both > 0.6 * (a + b - both)
    }
}

/// A plane's gradients in blocks of 8×8 pixels: which blocks hold edges in more than one direction.
struct TextureBlocks {
    static let side = GradientBlocks.side

    /// Root mean square of Sobel's gradient that a block must reach.
    private static let contrast = 40.0
    /// Largest coherence of the structure tensor.
    private static let coherence = 0.8

    let columns: Int
    let rows: Int
    private(set) var isTexture: [Bool]

    init(of plane: Plane) {
        let gradients = GradientBlocks(of: plane)
        (columns, rows) = (gradients.columns, gradients.rows)
        isTexture = gradients.sums.map { sums in
            let energy = sums.energy
            guard energy >= Self.contrast * Self.contrast * Double(Self.side * Self.side) else {
                return false
            }
            let (cosine, sine) = sums.doubleAngle
            return cosine * cosine + sine * sine <= Self.coherence * Self.coherence * energy * energy
        }
    }
}
