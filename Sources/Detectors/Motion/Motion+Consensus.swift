import Foundation
import MetadataOutput

extension Motion {
    /// The motion that most of some points made together. Points of something that passes in front move otherwise, and
    /// do not count.
    ///
    /// - Parameters:
    ///   - center: The centre of the place they lie in.
    ///   - followed: Points that were followed.
    ///   - fewest: How many must have moved together, at least 2.
    /// - Returns: nil where fewer did.
    init?(center: CGPoint, followed: [FollowedPoint], fewest: Int) {
        guard followed.count >= fewest else { return nil }
        // Each point with the one half the list further: far apart, and as many pairs as points.
        let half = followed.count / 2
        var (best, most): (Similarity?, Int) = (nil, 0)
        for (index, point) in followed.enumerated() {
            let pair = [point, followed[(index + half) % followed.count]]
            guard let motion = Similarity(fitting: pair) else { continue }
            let count = followed.count(where: motion.carries)
            if count > most { (best, most) = (motion, count) }
        }
        guard let best, most >= fewest, let motion = Similarity(fitting: followed.filter(best.carries)) else {
            return nil
        }
        // Points that collapse onto one say nothing of how large a thing has become.
        let scale = hypot(motion.along, motion.beside)
        guard (0.01...100).contains(scale) else { return nil }
        self.init(
            center: center, movedCenter: motion(center), scale: scale,
            rotation: atan2(motion.beside, motion.along) * 180 / .pi)
    }
}

/// Turning, growing and moving, quick to apply: x′ = x₀ + along · x − beside · y, y′ = y₀ + beside · x + along · y.
private struct Similarity {
    let along: Double
    let beside: Double
    private let x0: Double
    private let y0: Double

    /// How far beside its place by the motion of the others a point may end and be of them, in pixels…
    private static let tolerance = 1.0
    /// …and how much more for each pixel that it moved.
    private static let tolerancePerPixel = 0.05

    /// The one that comes closest to some points' ways (least squares); nil where they are all at one place.
    init?(fitting points: [FollowedPoint]) {
        let count = Double(points.count)
        var (startX, startY, endX, endY) = (0.0, 0.0, 0.0, 0.0)
        for point in points {
            startX += point.start.x / count
            startY += point.start.y / count
            endX += point.end.x / count
            endY += point.end.y / count
        }
        var (spread, along, beside) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = (point.start.x - startX, point.start.y - startY)
            let (movedX, movedY) = (point.end.x - endX, point.end.y - endY)
            spread += x * x + y * y
            along += x * movedX + y * movedY
            beside += x * movedY - y * movedX
        }
        guard spread > 1, along != 0 || beside != 0 else { return nil }
        (self.along, self.beside) = (along / spread, beside / spread)
        x0 = endX - self.along * startX + self.beside * startY
        y0 = endY - self.beside * startX - self.along * startY
    }

    func callAsFunction(_ point: CGPoint) -> CGPoint {
        CGPoint(x: x0 + along * point.x - beside * point.y, y: y0 + beside * point.x + along * point.y)
    }

    func carries(_ point: FollowedPoint) -> Bool {
        let expected = self(point.start)
        let (offX, offY) = (point.end.x - expected.x, point.end.y - expected.y)
        let way = abs(point.end.x - point.start.x) + abs(point.end.y - point.start.y)
        let allowed = Self.tolerance + Self.tolerancePerPixel * way
        return offX * offX + offY * offY <= allowed * allowed
    }
}
