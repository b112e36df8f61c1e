import Foundation
import MetadataOutput

/// The hexagons of a MaxiCode around its bullseye, sampled by ourselves: ZXing-C++ reads one that stands upright and alone
/// in a picture.
struct MaxiCodeGrid {
    let isMirrored: Bool
    /// The symbol drawn afresh, as ZXing reads it, with its place in the picture.
    let view: View

    private static let rows = 33
    private static let columns = 30
    private static let middleColumn = 14.0
    /// From one row to the next, in widths of a hexagon.
    private static let rowPitch = 3.0.squareRoot() / 2
    /// The middles of all hexagons, row by row.
    private static let points = (0..<rows * columns).map { point(row: $0 / columns, column: $0 % columns) }

    /// - Parameters:
    ///   - pose: About how the symbol lies.
    ///   - view: The picture, or a part with the symbol in it.
    init(_ pose: MaxiCodePose, in view: View) {
        let (place, values) = view.plane.withUnsafeSamples { samples in
            let luma = LumaSampler(view.plane, at: samples)
            let place = pose.place.fitted(to: Self.points, in: luma)
            return (place, place.values(at: Self.points, in: luma))
        }
        isMirrored = pose.isMirrored
        self.view = Self.drawn(Self.areDark(values)).placed(along: place.homography, in: view)
    }

    /// The middle of a hexagon, in widths of one from the bullseye's, which is a hexagon's of the middle row; every second
    /// row is moved by half of one.
    static func point(row: Int, column: Int) -> CGPoint {
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
