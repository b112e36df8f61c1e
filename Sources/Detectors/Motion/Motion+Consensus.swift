import Foundation
import MetadataOutput

extension Motion {
    /// How far beside its place by the motion of the others a point may end and be of them, in pixels…
    private static let tolerance = 1.0
    /// …and how much more for each pixel that it moved.
    private static let tolerancePerPixel = 0.05

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
        var best: [FollowedPoint] = []
        for (index, point) in followed.enumerated() {
            let other = followed[(index + half) % followed.count]
            guard let motion = Motion(center: center, fitting: [point, other]) else { continue }
            let together = followed.filter(motion.carries)
            if together.count > best.count { best = together }
        }
        guard best.count >= fewest else { return nil }
        self.init(center: center, fitting: best)
    }

    private func carries(_ point: FollowedPoint) -> Bool {
        let expected = self(point.start)
        let way = hypot(point.end.x - point.start.x, point.end.y - point.start.y)
        return hypot(point.end.x - expected.x, point.end.y - expected.y)
            <= Self.tolerance + Self.tolerancePerPixel * way
    }

    /// The similarity that comes closest to some points' ways (least squares); nil where they are all at one place.
    private init?(center: CGPoint, fitting points: [FollowedPoint]) {
        let count = Double(points.count)
        let start = CGPoint(
            x: points.reduce(0) { $0 + $1.start.x } / count, y: points.reduce(0) { $0 + $1.start.y } / count)
        let end = CGPoint(
            x: points.reduce(0) { $0 + $1.end.x } / count, y: points.reduce(0) { $0 + $1.end.y } / count)
        var (spread, along, beside) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = (point.start.x - start.x, point.start.y - start.y)
            let (movedX, movedY) = (point.end.x - end.x, point.end.y - end.y)
            spread += x * x + y * y
            along += x * movedX + y * movedY
            beside += x * movedY - y * movedX
        }
        guard spread > 1, hypot(along, beside) > 0 else { return nil }
        self.init(
            center: center, movedCenter: end, scale: hypot(along, beside) / spread,
            rotation: atan2(beside, along) * 180 / .pi)
        // So far the centre went where the points' middle went.
        let middle = self(start)
        movedCenter.x += end.x - middle.x
        movedCenter.y += end.y - middle.y
    }
}
