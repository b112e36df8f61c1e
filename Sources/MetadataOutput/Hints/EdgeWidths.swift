import Foundation

/// How wide the edges of a part of a picture are: of a sharp picture about two pixels, of a blurred one as wide as its blur.
///
/// An edge's width is its height over its steepest slope: 2.5 σ of a lens's blur, and the whole way of a motion's.
struct EdgeWidths {
    /// Across columns and across rows, in pixels; nil where too few edges are.
    let horizontal, vertical: Double?
    /// How much more changes from pixel to pixel on one diagonal than on the other, at least 1: of a sharp picture as much, and
    /// along a motion less.
    let diagonalRatio: Double

    /// Steps of brightness that an edge has at least: several times what a webcam's noise has in a room.
    private static let contrast = 30
    /// Pixels over which an edge rises at most: what is softer is shade.
    private static let longest = 64
    private static let fewest = 8
    private static let mostLines = 48

    private struct Edge {
        let height: Int
        let width: Double
    }

    /// - Parameter box: In pixels; what of it lies in the picture counts.
    init(of plane: Plane, in box: CGRect) {
        let picture = CGRect(x: 0, y: 0, width: plane.width, height: plane.height)
        let part = box.intersection(picture).integral.intersection(picture)
        guard !part.isNull, part.width >= 8, part.height >= 8 else {
            (horizontal, vertical, diagonalRatio) = (nil, nil, 1)
            return
        }
        let area = (
            x: Int(part.minX), y: Int(part.minY), width: Int(part.width), height: Int(part.height)
        )
        let (across, down, falling, rising) = plane.withBytes { bytes in
            let rows = Self.places(area.height).map { y in
                (0..<area.width).map { Int(bytes[(area.y + y) * plane.bytesPerRow + area.x + $0]) }
            }
            let columns = Self.places(area.width).map { x in
                (0..<area.height).map { Int(bytes[(area.y + $0) * plane.bytesPerRow + area.x + x]) }
            }
            // What changes along the diagonals, of as many pixels.
            var (falling, rising) = (0, 0)
            for y in Self.places(area.height) where y > 0 && y < area.height - 1 {
                let start = (area.y + y) * plane.bytesPerRow + area.x
                for x in stride(from: 1, to: area.width - 1, by: 2) {
                    let (above, below) = (start + x - plane.bytesPerRow, start + x + plane.bytesPerRow)
                    let fall = Int(bytes[below + 1]) - Int(bytes[above - 1])
                    let rise = Int(bytes[below - 1]) - Int(bytes[above + 1])
                    falling += fall * fall
                    rising += rise * rise
                }
            }
            return (rows.flatMap(Self.edges), columns.flatMap(Self.edges), falling, rising)
        }
        // Details that lie close together lose their height before they get wide: the high ones tell.
        let heights = (across + down).map(\.height).sorted()
        let least = heights.isEmpty ? 0 : heights[heights.count * 9 / 10] / 2
        horizontal = Self.width(of: across, higherThan: least)
        vertical = Self.width(of: down, higherThan: least)
        diagonalRatio = Double(max(falling, rising) + 1) / Double(min(falling, rising) + 1)
    }

    private static func places(_ count: Int) -> StrideTo<Int> {
        stride(from: 0, to: count, by: max(1, count / mostLines))
    }

    /// The sharper edges count: some lie at an angle, or are soft themselves.
    private static func width(of edges: [Edge], higherThan least: Int) -> Double? {
        let widths = edges.filter { $0.height >= least }.map(\.width).sorted()
        return widths.count < fewest ? nil : widths[widths.count / 4]
    }

    /// The edges of a line: from where it turns up to where it turns down, and back.
    private static func edges(of line: [Int]) -> [Edge] {
        var edges: [Edge] = []
        var (low, high) = (0, 0)
        // Where the last turn was, and which way it goes from there.
        var (turn, way) = (0, 0)
        func note(_ end: Int) {
            if let edge = edge(line, turn, end) { edges.append(edge) }
        }
        for place in line.indices {
            if line[place] > line[high] { high = place }
            if line[place] < line[low] { low = place }
            if way >= 0, line[high] - line[place] >= contrast {
                if way > 0 { note(high) }
                (turn, way, low) = (high, -1, place)
            } else if way <= 0, line[place] - line[low] >= contrast {
                if way < 0 { note(low) }
                (turn, way, high) = (low, 1, place)
            }
        }
        if way != 0 { note(way > 0 ? high : low) }
        return edges
    }

    private static func edge(_ line: [Int], _ begin: Int, _ end: Int) -> Edge? {
        let height = abs(line[end] - line[begin])
        guard height >= contrast else { return nil }
        var (steepest, place) = (0, begin)
        for index in max(1, begin)...min(line.count - 2, max(end, 1)) {
            let slope = abs(line[index + 1] - line[index - 1])
            if slope > steepest { (steepest, place) = (slope, index) }
        }
        guard steepest > 0 else { return nil }
        let width = 2 * Double(height) / Double(steepest)
        guard width <= Double(longest) else { return nil }
        // Most of it lies around its steepest place; else it is shade with noise.
        let reach = Int(width.rounded(.up))
        let (from, to) = (max(begin, place - reach), min(end, place + reach))
        guard to > from, abs(line[to] - line[from]) * 5 >= height * 3 else { return nil }
        return Edge(height: height, width: width)
    }
}
