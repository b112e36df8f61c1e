public import Foundation
public import MetadataOutput

/// Motion by optical flow: a grid of points in each place is followed to the next frame and back; the median of those
/// that return to where they came from is the place's motion.
public struct OpticalFlow: MotionEstimator {
    /// Longer side of the planes, in pixels.
    private static let longerSide = 640
    /// Points across and down a place.
    private static let grid = 6
    /// The part of a place that is followed: its rim may be background.
    private static let core = 0.8
    /// How far beside its start a point may come back, in pixels.
    private static let largestError = 1.0
    /// The part of the points that must come back, and at least how many.
    private static let leastShare = 0.3
    private static let fewestPoints = 8
    private static let window = 15
    private static let levels = 3

    /// Makes an estimator; there is nothing to set.
    public init() {}

    /// The luma shrunk to a longer side of 640 pixels; itself if it is not longer.
    public func plane(of luma: Plane) -> Plane {
        View(luma).shrunk(toLongerSide: Self.longerSide).plane
    }

    /// How each place moved, turned and grew.
    public func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?] {
        let frame = CGRect(x: 0, y: 0, width: Double(earlier.width), height: Double(earlier.height))
        let points = places.map { place in Self.points(in: place).filter(frame.contains) }
        let followed = earlier.follow(
            Array(points.joined()), to: later, window: Self.window, levels: Self.levels)
        var first = 0
        return zip(places, points).map { place, points in
            defer { first += points.count }
            let kept = followed[first..<(first + points.count)].compactMap(\.self)
                .filter { $0.error <= Self.largestError && frame.contains($0.end) }
            guard kept.count >= Self.fewestPoints,
                Double(kept.count) >= Self.leastShare * Double(points.count)
            else { return nil }
            return Motion(center: CGPoint(x: place.midX, y: place.midY), followed: kept)
        }
    }

    private static func points(in place: CGRect) -> [CGPoint] {
        let inner = place.insetBy(
            dx: place.width * (1 - core) / 2, dy: place.height * (1 - core) / 2)
        return (0..<grid).flatMap { row in
            (0..<grid).map { column in
                CGPoint(
                    x: inner.minX + inner.width * Double(column) / Double(grid - 1),
                    y: inner.minY + inner.height * Double(row) / Double(grid - 1))
            }
        }
    }
}

extension Motion {
    /// The motion that most of some points made: medians over pairs of them, so that up to half may be wrong.
    ///
    /// - Parameters:
    ///   - center: The centre of the place they lie in.
    ///   - followed: At least two points.
    fileprivate init(center: CGPoint, followed: [FollowedPoint]) {
        // Each point with the one half the list further: far apart, and as many pairs as points.
        let half = followed.count / 2
        var (scales, turns): ([Double], [Double]) = ([], [])
        for (index, point) in followed.enumerated() {
            let other = followed[(index + half) % followed.count]
            let (startX, startY) = (other.start.x - point.start.x, other.start.y - point.start.y)
            let (endX, endY) = (other.end.x - point.end.x, other.end.y - point.end.y)
            let (startLength, endLength) = (hypot(startX, startY), hypot(endX, endY))
            guard startLength > 1, endLength > 0 else { continue }
            scales.append(endLength / startLength)
            turns.append(
                atan2(startX * endY - startY * endX, startX * endX + startY * endY) * 180 / .pi)
        }
        self.init(
            center: center, movedCenter: center, scale: scales.median ?? 1, rotation: turns.median ?? 0)
        // What is left once turning and growing around the centre are taken away is how it moved.
        let offsets = followed.map { point in
            let turned = self(point.start)
            return CGPoint(x: point.end.x - turned.x, y: point.end.y - turned.y)
        }
        movedCenter.x += offsets.map { Double($0.x) }.median ?? 0
        movedCenter.y += offsets.map { Double($0.y) }.median ?? 0
    }
}

extension [Double] {
    /// The middle value, of an even number the upper one; nil of none.
    fileprivate var median: Double? {
        isEmpty ? nil : sorted()[count / 2]
    }
}
