public import Foundation

extension CGRect {
    /// The smallest upright rectangle around some points; zero if there are none.
    public init(around points: [CGPoint]) {
        guard let first = points.first else {
            self = .zero
            return
        }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points.dropFirst() {
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The corners, from the top left, counter-clockwise as seen with y down: TL, BL, BR, TR.
    public var corners: [CGPoint] {
        [
            CGPoint(x: minX, y: minY), CGPoint(x: minX, y: maxY),
            CGPoint(x: maxX, y: maxY), CGPoint(x: maxX, y: minY),
        ]
    }
}
