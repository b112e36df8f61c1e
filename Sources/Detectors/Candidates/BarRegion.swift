import Foundation

/// A part of the picture with many parallel edges of both signs, as a linear code has.
struct BarRegion: Sendable, Hashable {
    /// The middle, in pixels of the picture.
    let center: CGPoint
    /// The direction across the bars, in degrees clockwise as seen, −90…90; 0 where the bars stand upright.
    let angle: Double
    /// Extent across the bars, in pixels of the picture.
    let length: Double
    /// Extent along the bars, in pixels of the picture.
    let height: Double
    /// Pixels of the picture in a pixel of the plane it was found in.
    let searchScale: Double
}

extension BarRegion {
    /// The place of a linear code that was read.
    ///
    /// - Parameter corners: As ``Reading/corners``.
    init(corners: [CGPoint]) {
        func middle(_ first: Int, _ second: Int) -> CGPoint {
            CGPoint(
                x: (corners[first].x + corners[second].x) / 2, y: (corners[first].y + corners[second].y) / 2)
        }
        let (start, end, top, bottom) = (middle(0, 1), middle(2, 3), middle(0, 3), middle(1, 2))
        center = CGPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
        angle = atan2(end.y - start.y, end.x - start.x) * 180 / .pi
        length = hypot(end.x - start.x, end.y - start.y)
        height = hypot(bottom.x - top.x, bottom.y - top.y)
        searchScale = 1
    }

    /// Where a point lies from the middle: across the bars and along them, in pixels of the picture.
    func offset(of point: CGPoint) -> (acrossBars: Double, alongBars: Double) {
        let (x, y) = (point.x - center.x, point.y - center.y)
        let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return (x * cosine + y * sine, y * cosine - x * sine)
    }
}
