package import Foundation

/// A rectangle in any direction, such as a linear code's bars.
package struct OrientedBox: Sendable, Hashable {
    /// In pixels, as the extents.
    package let center: CGPoint
    /// The direction of ``width``, of length 1.
    private let axis: CGPoint
    package let width: Double
    package let height: Double

    /// - Parameter degrees: The direction of `width`, clockwise as seen.
    package init(center: CGPoint, degrees: Double, width: Double, height: Double) {
        self.center = center
        axis = CGPoint(x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
        (self.width, self.height) = (width, height)
    }

    /// The place of a symbol, whose reading direction is that of `width`.
    ///
    /// - Parameter corners: As ``Reading/corners``.
    package init(corners: [CGPoint]) {
        func middle(_ first: Int, _ second: Int) -> CGPoint {
            CGPoint(
                x: (corners[first].x + corners[second].x) / 2, y: (corners[first].y + corners[second].y) / 2)
        }
        let (start, end, top, bottom) = (middle(0, 1), middle(2, 3), middle(0, 3), middle(1, 2))
        center = CGPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
        width = hypot(end.x - start.x, end.y - start.y)
        height = hypot(bottom.x - top.x, bottom.y - top.y)
        axis =
            width > 0
            ? CGPoint(x: (end.x - start.x) / width, y: (end.y - start.y) / width) : CGPoint(x: 1, y: 0)
    }

    /// A box in the same direction, whose centre has an offset from this one's.
    package func resized(around offset: CGPoint, width: Double, height: Double) -> OrientedBox {
        OrientedBox(center: point(at: offset), axis: axis, width: width, height: height)
    }

    private init(center: CGPoint, axis: CGPoint, width: Double, height: Double) {
        (self.center, self.axis, self.width, self.height) = (center, axis, width, height)
    }

    /// Where a point is from the centre: x along ``width``, y along ``height``.
    package func offset(of point: CGPoint) -> CGPoint {
        let (x, y) = (point.x - center.x, point.y - center.y)
        return CGPoint(x: x * axis.x + y * axis.y, y: y * axis.x - x * axis.y)
    }

    /// The point that has an offset.
    package func point(at offset: CGPoint) -> CGPoint {
        CGPoint(
            x: center.x + offset.x * axis.x - offset.y * axis.y,
            y: center.y + offset.x * axis.y + offset.y * axis.x)
    }

    /// Whether a point is in the box or at most `margin` beside it.
    package func contains(_ point: CGPoint, margin: Double) -> Bool {
        let offset = offset(of: point)
        return abs(offset.x) <= width / 2 + margin && abs(offset.y) <= height / 2 + margin
    }

    /// In the order of ``Reading/corners``.
    package var corners: [CGPoint] {
        CGRect(x: -width / 2, y: -height / 2, width: width, height: height).corners.map(point)
    }
}
