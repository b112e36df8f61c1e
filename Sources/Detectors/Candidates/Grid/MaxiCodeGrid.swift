import Foundation
import MetadataOutput

/// The hexagons of a MaxiCode around its bullseye, sampled by ourselves: ZXing-C++ reads one that stands upright and alone
/// in a picture.
struct MaxiCodeGrid {
    /// A way the symbol may lie around its bullseye.
    private struct Pose {
        var angle: Double
        /// Width of a hexagon, in pixels of the view.
        var module: Double
        var isMirrored: Bool
        /// How well the orientation marks fit it: the grey levels between their light and their dark hexagons.
        var contrast: Double

        /// Leads from rows and columns around the middle, in widths of a hexagon, to pixels around the bullseye.
        var homography: Homography {
            Homography.scale(x: isMirrored ? -module : module, y: module).then(.rotation(degrees: angle))
        }
    }

    let isMirrored: Bool
    /// The symbol drawn afresh, as ZXing reads it, with its place in the picture.
    let view: View

    private static let rows = 33
    private static let columns = 30
    private static let middleColumn = 14.0
    /// From one row to the next, in widths of a hexagon.
    private static let rowPitch = 3.0.squareRoot() / 2
    /// Orientation marks around the bullseye, row and column (ISO/IEC 16023).
    private static let dark = [
        (9, 10), (9, 11), (10, 11), (15, 7), (16, 8), (16, 20), (17, 20), (22, 10), (23, 10), (22, 17),
        (23, 17),
    ]
    private static let light = [(9, 17), (10, 17), (10, 18), (16, 7), (16, 21), (22, 11), (23, 16)]
    /// Width of a hexagon in what a bullseye's ring measures, and turns that are tried, in degrees.
    private static let modules = stride(from: 1.0, through: 1.3, by: 0.02)
    private static let angles = stride(from: 0.0, to: 360, by: 1.5)
    /// Poses with the best marks that are sampled, and of these the clearest that are decoded.
    private static let mostMarked = 80
    private static let mostPoses = 6
    private static let leastContrast = 20.0

    /// The likeliest symbols around a bullseye, best first; none if there are no orientation marks.
    ///
    /// - Parameters:
    ///   - view: The picture, or a part with the symbol in it.
    ///   - middle: The bullseye's, in pixels of the view.
    ///   - ring: Width of a ring.
    static func grids(in view: View, around middle: CGPoint, ring: Double) -> [MaxiCodeGrid] {
        view.plane.withUnsafeSamples { samples in
            let luma = LumaSampler(view.plane, at: samples)
            guard let middle = ringMiddle(near: middle, ring: ring, in: luma) else { return [] }
            var poses: [Pose] = []
            for isMirrored in [false, true] {
                for module in modules.map({ $0 * ring }) {
                    for angle in angles {
                        var pose = Pose(angle: angle, module: module, isMirrored: isMirrored, contrast: 0)
                        let place = pose.homography
                        func lumaOf(_ mark: (Int, Int)) -> Double {
                            let point = place(Self.point(row: mark.0, column: mark.1))
                            return luma.value(middle.x + point.x, middle.y + point.y)
                        }
                        let (dark, light) = (dark.map(lumaOf), light.map(lumaOf))
                        pose.contrast =
                            light.reduce(0, +) / Double(light.count) - dark.reduce(0, +) / Double(dark.count)
                        if pose.contrast >= leastContrast { poses.append(pose) }
                    }
                }
            }
            // The marks are near the middle: how large the symbol is the whole of it says.
            let grids = poses.sorted { $0.contrast > $1.contrast }.prefix(mostMarked).map { pose in
                Sampled(pose, around: middle, luma)
            }
            return grids.sorted { $0.clearness > $1.clearness }.prefix(mostPoses).map {
                MaxiCodeGrid($0.refined(around: middle, luma), in: view)
            }
        }
    }

    /// The middle of a MaxiCode's bullseye, where it is dark and light all around as it should: an Aztec code's is square, and most
    /// others are none. The search for bullseyes may tell it a quarter of a ring beside where it is.
    private static func ringMiddle(near middle: CGPoint, ring: Double, in luma: LumaSampler) -> CGPoint? {
        let middles = shifts.flatMap { y in
            shifts.map { x in CGPoint(x: middle.x + x * ring, y: middle.y + y * ring) }
        }
        let best = middles.flatMap { middle in
            ringWidths.map { (middle, Rings(around: middle, ring: $0 * ring, in: luma)) }
        }.max { $0.1.contrast < $1.1.contrast }
        guard let (middle, rings) = best, rings.share >= 0.9 else { return nil }
        return middle
    }

    /// What is seen on the rings of a bullseye, from its middle outwards.
    private struct Rings {
        /// Grey levels from its dark rings to its light ones.
        let contrast: Double
        /// Share of the points that are as they should be.
        let share: Double

        init(around middle: CGPoint, ring: Double, in luma: LumaSampler) {
            func values(_ indices: StrideTo<Int>) -> [Double] {
                indices.flatMap { index in
                    // The middle is half a ring wider than the others are.
                    let radius = ring * (index == 0 ? 0.3 : Double(index) + 0.27)
                    return directions.map {
                        luma.value(middle.x + radius * $0.x, middle.y + radius * $0.y)
                    }
                }
            }
            let (light, dark) = (values(stride(from: 0, to: 7, by: 2)), values(stride(from: 1, to: 7, by: 2)))
            let means = [light, dark].map { $0.reduce(0, +) / Double($0.count) }
            contrast = means[0] - means[1]
            let grey = (means[0] + means[1]) / 2
            share =
                Double(light.count { $0 > grey } + dark.count { $0 < grey })
                / Double(light.count + dark.count)
        }
    }

    /// Shifts of the middle along rows and columns that are tried, in widths of a ring.
    private static let shifts = stride(from: -0.3, through: 0.3, by: 0.1)
    /// How wide rings are in what the search for bullseyes measures: it takes the middle for one of them.
    private static let ringWidths = [0.8, 0.85, 0.9, 0.95]
    private static let directions = stride(from: 0.0, to: 2 * Double.pi, by: .pi / 8).map {
        CGPoint(x: cos($0), y: sin($0))
    }

    /// The hexagons in one pose.
    private struct Sampled {
        let pose: Pose
        let place: Homography
        var values = [Double](repeating: 0, count: rows * columns)
        /// How far from a middle grey they are.
        let clearness: Double

        init(_ pose: Pose, around middle: CGPoint, _ luma: LumaSampler) {
            self.pose = pose
            place = pose.homography.then(.translation(x: middle.x, y: middle.y))
            for index in values.indices {
                let point = place(MaxiCodeGrid.point(row: index / columns, column: index % columns))
                values[index] = luma.value(point.x, point.y)
            }
            let mean = values.reduce(0, +) / Double(values.count)
            clearness = values.reduce(0) { $0 + abs($1 - mean) }
        }

        /// The clearest of the poses nearby.
        func refined(around middle: CGPoint, _ luma: LumaSampler) -> Sampled {
            var best = self
            for turn in stride(from: -1.0, through: 1, by: 0.25) {
                for factor in stride(from: 0.98, through: 1.02, by: 0.005) {
                    var nearby = pose
                    (nearby.angle, nearby.module) = (pose.angle + turn, pose.module * factor)
                    let sampled = Sampled(nearby, around: middle, luma)
                    if sampled.clearness > best.clearness { best = sampled }
                }
            }
            return best
        }
    }

    private init(_ sampled: Sampled, in view: View) {
        isMirrored = sampled.pose.isMirrored
        self.view = Self.drawn(Self.areDark(sampled.values)).placed(along: sampled.place, in: view)
    }

    /// The middle of a hexagon, in widths of one from the bullseye's, which is a hexagon's of the middle row; every second
    /// row is moved by half of one.
    private static func point(row: Int, column: Int) -> CGPoint {
        CGPoint(
            x: Double(column) + (row.isMultiple(of: 2) ? 0 : 0.5) - middleColumn,
            y: Double(row - rows / 2) * rowPitch)
    }

    /// Darker than the hexagons around.
    private static func areDark(_ values: [Double]) -> [Bool] {
        let reach = 5
        return values.indices.map { index in
            let (row, column) = (index / columns, index % columns)
            var (sum, count) = (0.0, 0.0)
            for y in max(0, row - reach)...min(rows - 1, row + reach) {
                for x in max(0, column - reach)...min(columns - 1, column + reach) {
                    sum += values[y * columns + x]
                    count += 1
                }
            }
            return values[index] < sum / count
        }
    }

    /// A picture of hexagons, each a square, and where in it they are.
    private struct Drawing {
        static let scale = 6
        static let margin = 10
        let plane: Plane

        /// With its place in the view that it was sampled from.
        func placed(along place: Homography, in view: View) -> View {
            let toSymbol = Homography.translation(x: -Double(Self.margin), y: -Double(Self.margin))
                .then(.scale(x: 1 / Double(Self.scale), y: MaxiCodeGrid.rowPitch / Double(Self.scale)))
                .then(
                    .translation(
                        x: -MaxiCodeGrid.middleColumn - 0.5,
                        y: -Double(MaxiCodeGrid.rows) / 2 * MaxiCodeGrid.rowPitch))
            return View(plane: plane, toPicture: toSymbol.then(place).then(view.toPicture))
        }
    }

    private static func drawn(_ isDark: [Bool]) -> Drawing {
        let (scale, margin) = (Drawing.scale, Drawing.margin)
        let (width, height) = (columns * scale + 2 * margin, rows * scale + 2 * margin)
        let plane = Plane(width: width, height: height) { samples in
            samples.update(repeating: 255)
            for index in isDark.indices where isDark[index] {
                let (row, column) = (index / columns, index % columns)
                let left = margin + column * scale + (row.isMultiple(of: 2) ? 0 : scale / 2)
                for y in 0..<scale - 1 {
                    let start = (margin + row * scale + y) * width + left
                    for x
                        in start..<min(
                            start + scale - 1, (margin + row * scale + y) * width + margin + columns * scale)
                    {
                        samples[x] = 0
                    }
                }
            }
            // ZXing takes what is dark for the whole symbol: two specks between hexagons make it that.
            samples[margin * width + margin] = 0
            samples[(height - margin - 1) * width + width - margin - 1] = 0
        }
        return Drawing(plane: plane)
    }
}
