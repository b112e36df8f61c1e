import Foundation

/// Where the modules of a symbol on a bent surface lie, from its finder patterns alone.
///
/// Between two finder patterns a row or column is a cubic curve (Hermite's) through both centres, in the directions and with
/// the module sizes that the patterns have there. All rows are like the first and all columns like the first: so it is on
/// a cylinder seen from afar. What is nearer is larger, which `twist` stands for.
struct CurvedPatch {
    private let row: Curve
    private let column: Curve
    /// Modules from the centre of one finder pattern to that of the next.
    private let span: Double
    /// What the place diagonally opposite the first pattern's differs by.
    private var twist: CGPoint

    /// - Parameters:
    ///   - dimension: Modules a side.
    ///   - twist: How much of the twist that the patterns' sizes and directions tell is believed, 0…1; they tell it roughly.
    init(_ frames: QRSize, dimension: Int, twist share: Double) {
        span = Double(dimension - 7)
        let (corner, right, below) = (frames.corner, frames.right, frames.below)
        row = Curve(from: corner.center, corner.across, to: right.center, right.across, span: span)
        column = Curve(from: corner.center, corner.down, to: below.center, below.down, span: span)
        twist = CGPoint(
            x: share * span * (below.across.x - corner.across.x + right.down.x - corner.down.x) / 2,
            y: share * span * (below.across.y - corner.across.y + right.down.y - corner.down.y) / 2)
    }

    /// The place of a point in modules from the symbol's top left corner.
    func place(_ module: CGPoint) -> CGPoint {
        let (u, v) = ((module.x - 3.5) / span, (module.y - 3.5) / span)
        let (a, b) = (row.place(u), column.place(v))
        return CGPoint(
            x: a.x + b.x - row.start.x + u * v * twist.x, y: a.y + b.y - row.start.y + u * v * twist.y)
    }

    /// Has the patch go through a place that was found.
    mutating func bend(_ module: CGPoint, to found: CGPoint) {
        let weight = (module.x - 3.5) * (module.y - 3.5) / (span * span)
        guard abs(weight) > 0.2 else { return }
        let expected = place(module)
        twist.x += (found.x - expected.x) / weight
        twist.y += (found.y - expected.y) / weight
    }

    /// The homography that has the same corners, or nil where there is none.
    func homography(dimension: Int) -> Homography? {
        let side = Double(dimension)
        return Homography(
            fitting: [(0, 0), (side, 0), (side, side), (0, side)].map { x, y in
                let module = CGPoint(x: x, y: y)
                return (module, place(module), 1)
            })
    }

    /// A cubic curve from 0 to 1, and a little beyond.
    private struct Curve {
        let start: CGPoint
        private let end: CGPoint
        private let startSlope: CGPoint
        private let endSlope: CGPoint

        /// - Parameters:
        ///   - startModule: What a module is at the start.
        ///   - endModule: What a module is at the end.
        init(from start: CGPoint, _ startModule: CGPoint, to end: CGPoint, _ endModule: CGPoint, span: Double)
        {
            (self.start, self.end) = (start, end)
            startSlope = CGPoint(x: startModule.x * span, y: startModule.y * span)
            endSlope = CGPoint(x: endModule.x * span, y: endModule.y * span)
        }

        func place(_ t: Double) -> CGPoint {
            let (squared, cubed) = (t * t, t * t * t)
            let (a, b) = (2 * cubed - 3 * squared + 1, cubed - 2 * squared + t)
            let (c, d) = (3 * squared - 2 * cubed, cubed - squared)
            return CGPoint(
                x: a * start.x + b * startSlope.x + c * end.x + d * endSlope.x,
                y: a * start.y + b * startSlope.y + c * end.y + d * endSlope.y)
        }
    }
}
