import Foundation
import MetadataOutput

/// The outline of a GS1 DataBar whose rows are stacked, from the place of a pair of its first row.
///
/// ZXing tells a line on which it read a pair of the first row, or all pairs of it: of a symbol of several columns neither its width nor
/// all of its rows. The line may run along the edge of its row or through a separator, as lines are read from the middle of a picture on.
/// Rows lie below each other, 3 modules apart at most (ISO/IEC 24724:2011, 5.3.2 and 7.2.8), and the bars of all run the same way: lines
/// across them, a module apart, show bars from the symbol's top to its bottom, and their ends are its sides.
struct StackOutline {
    /// Modules of a pair: two characters around a finder; of DataBar Stacked, a row with its guards is one more.
    private static let pairWidth = 49.0
    /// Changes between dark and light in a pair: 21 elements.
    private static let edgesOfPair = 21.0
    /// Fewest changes there, as blur swallows some.
    private static let fewestEdges = 14
    /// Modules above and below a pair's line in which the direction of bars is looked for.
    private static let reach = 8.0
    /// Lines at which changes are counted, in modules above the pair's: that one may run along either edge of its row, or through the
    /// separator below.
    private static let looks = [-3.0, 0, 3, 6, 9, 12]
    /// Lines a module apart that may show no bars: a separator is 3 modules high.
    private static let longestGap = 4
    /// A line is paper where all of it but this part is less than so dark, of the way from light to dark. Half of a separator is dark, and
    /// so is what a blur makes of it. What stands behind paper is print.
    private static let (darkPart, mostDarkness) = (0.1, 0.3)
    /// Modules of all rows, at most: 11, each with a pair, of 34 with three separators between two.
    private static let mostHeight = 11 * 37
    /// Fewest lines: the upper row of DataBar Stacked has 5 modules, the lower one 7.
    private static let fewestLines = 5
    /// Modules before or behind a pair that may belong to its row where that has no other pair: guards of two.
    private static let widestGuard = 3.0
    /// How much more that is for each pixel away from the pair's line: seen from the side, rows are the wider the nearer they are.
    private static let growth = 0.15
    /// Sides as long as this part of what was read of the first row tell a direction.
    private static let longSide = 0.5
    /// No element has more than 9 modules (24724, tables 1 and 5).
    private static let widestRun = 12.0
    /// Part of the width of most lines that a row has which ends where they do: the last may have fewer pairs.
    private static let fullWidth = 0.9
    /// Part of the contrast of these lines that others have at least: there is noise beside a symbol.
    private static let leastContrast = 0.4

    /// A line across the bars.
    private struct Row {
        /// How far below the pair's line, in pixels.
        let distance: Double
        /// From the middle of the pair.
        let start: Double
        let end: Double
    }

    private let middle: CGPoint
    private let along: CGPoint
    private let down: CGPoint
    private let left: Side
    private let right: Side
    private let top: Double
    private let bottom: Double

    /// Four corners in the contract's order; nil where no bars can be followed.
    ///
    /// - Parameters:
    ///   - position: A pair of the first row from its left to its right as the symbol is read, and a place farther on.
    ///   - isExpanded: Whether rows may have several pairs.
    static func corners(
        in plane: Plane, around position: [CGPoint], isExpanded: Bool
    ) -> [CGPoint]? {
        let (start, way) = (position[0], position[1] - position[0])
        let width = way.length
        guard width >= pairWidth else { return nil }
        let middle = start + way * 0.5
        let along = direction(in: plane, around: middle, along: way * (1 / width), width: width)
        func outline(_ along: CGPoint) -> StackOutline? {
            StackOutline(in: plane, around: middle, along: along, width: width, isExpanded: isExpanded)
        }
        guard let first = outline(along) else { return nil }
        // Its sides tell better where rows run, if they are long: separators have edges too, which run along rows.
        guard first.bottom - first.top >= longSide * width else { return first.corners }
        let lean = (first.left.slope + first.right.slope) / 2
        let better = along - first.down * lean
        return (outline(better * (1 / better.length)) ?? first).corners
    }

    /// - Parameters:
    ///   - middle: Of what was read of the first row.
    ///   - along: The direction of rows, a unit vector.
    ///   - width: Of what was read, in pixels.
    private init?(in plane: Plane, around middle: CGPoint, along: CGPoint, width: Double, isExpanded: Bool) {
        let down = CGPoint(x: -along.y, y: along.x)
        func line(_ distance: Double, _ module: Double) -> BarLine? {
            BarLine(
                of: plane, through: middle + down * distance, along: along, width: width, module: module,
                widestRun: Self.widestRun)
        }
        let narrowest = width / Self.pairWidth
        let looks = Self.looks.compactMap { line(-$0 * narrowest, narrowest) }
        guard let contrast = looks.map(\.contrast).max() else { return nil }
        let counts = looks.filter { $0.contrast >= Self.leastContrast * contrast }
            .map { $0.count(from: -width / 2, to: width / 2) }.sorted()
        let pairs = max(1, (Double(counts[counts.count / 2]) / Self.edgesOfPair).rounded())
        let module = isExpanded ? narrowest / pairs : narrowest
        // What stands beside a label has bars too, or looks like some.
        let nearest = isExpanded ? .infinity : width / 2 + Self.widestGuard * module
        func row(_ distance: Double) -> Row? {
            let most = nearest + Self.growth * abs(distance)
            guard let line = line(distance, module), line.contrast >= Self.leastContrast * contrast,
                line.count(from: -width / 2, to: width / 2) >= Self.fewestEdges
            else { return nil }
            return Row(
                distance: distance, start: -line.start > most ? -width / 2 : line.start,
                end: line.end > most ? width / 2 : line.end)
        }
        func levels(_ distance: Double) -> (dark: Double, light: Double) {
            Self.levels(in: plane, around: middle + down * distance, along: along, width: width)
        }
        let clearest = Self.looks.map { levels(-$0 * narrowest) }.max {
            $0.light - $0.dark < $1.light - $1.dark
        }
        guard let clearest else { return nil }
        let darkestPaper = clearest.light - Self.mostDarkness * (clearest.light - clearest.dark)
        func rows(_ steps: StrideThrough<Int>) -> [Row] {
            var (rows, gap) = ([Row](), 0)
            for step in steps where gap <= Self.longestGap {
                let distance = Double(step) * module
                if let next = row(distance) {
                    rows.append(next)
                    gap = 0
                } else {
                    if levels(distance).dark > darkestPaper { break }
                    gap += 1
                }
            }
            return rows
        }
        let above = rows(stride(from: -1, through: -Self.mostHeight, by: -1))
        let all = above.reversed() + rows(stride(from: 0, through: Self.mostHeight, by: 1))
        guard all.count >= Self.fewestLines, let first = all.first, let last = all.last else { return nil }
        let widths = all.map { $0.end - $0.start }.sorted()
        let usual = widths[widths.count * 3 / 4]
        let full = all.filter { Self.fullWidth * usual...usual / Self.fullWidth ~= $0.end - $0.start }
        (self.middle, self.along, self.down) = (middle, along, down)
        (top, bottom) = (first.distance, last.distance)
        left = Side(through: full.map { ($0.distance, $0.start) })
        right = Side(through: full.map { ($0.distance, $0.end) })
    }

    private var corners: [CGPoint] {
        [(left, top), (left, bottom), (right, bottom), (right, top)].map { side, distance in
            middle + along * side.place(distance) + down * distance
        }
    }

    /// The line that most of some points are near to: by the median of the slopes between those half of all apart.
    private struct Side {
        let slope: Double
        private let offset: Double

        init(through points: [(distance: Double, place: Double)]) {
            let half = points.count / 2
            let slopes =
                half == 0
                ? [0]
                : (0..<points.count - half).map { index in
                    let (near, far) = (points[index], points[index + half])
                    return (far.place - near.place) / (far.distance - near.distance)
                }.sorted()
            let slope = slopes[slopes.count / 2]
            let offsets = points.map { $0.place - slope * $0.distance }.sorted()
            self.slope = slope
            offset = offsets[offsets.count / 2]
        }

        func place(_ distance: Double) -> Double { offset + slope * distance }
    }

    /// What all of a line is lighter than but ``darkPart``, and what so much is lighter than.
    private static func levels(
        in plane: Plane, around middle: CGPoint, along: CGPoint, width: Double
    ) -> (dark: Double, light: Double) {
        let values = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            return stride(from: -width / 2, through: width / 2, by: 1).map { distance in
                let place = middle + along * distance
                return luma.value(place.x, place.y)
            }.sorted()
        }
        let part = Int(Double(values.count) * darkPart)
        return (values[part], values[values.count - 1 - part])
    }

    /// The direction across the bars around a point, as a unit vector: that in which brightness changes most, the main axis of its
    /// structure tensor.
    private static func direction(
        in plane: Plane, around middle: CGPoint, along: CGPoint, width: Double
    ) -> CGPoint {
        let down = CGPoint(x: -along.y, y: along.x)
        let reach = reach * width / pairWidth
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            for v in stride(from: -reach, through: reach, by: 1) {
                for u in stride(from: -width / 2, through: width / 2, by: 1) {
                    let place = middle + along * u + down * v
                    let x = luma.value(place.x + 1, place.y) - luma.value(place.x - 1, place.y)
                    let y = luma.value(place.x, place.y + 1) - luma.value(place.x, place.y - 1)
                    xx += x * x
                    yy += y * y
                    xy += x * y
                }
            }
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        let axis = CGPoint(x: cos(angle), y: sin(angle))
        let cosine = axis.x * along.x + axis.y * along.y
        // No line crosses bars at less than 45°: what says so are edges of something else.
        guard abs(cosine) > 0.7 else { return along }
        return cosine > 0 ? axis : axis * -1
    }
}

extension CGPoint {
    fileprivate static func + (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x + b.x, y: a.y + b.y) }
    fileprivate static func - (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x - b.x, y: a.y - b.y) }
    fileprivate static func * (a: CGPoint, factor: Double) -> CGPoint {
        CGPoint(x: a.x * factor, y: a.y * factor)
    }
    fileprivate var length: Double { hypot(x, y) }
}
