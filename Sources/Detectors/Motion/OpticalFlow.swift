public import Foundation
public import MetadataOutput

/// Motion by optical flow: a grid of points in each place is followed to the next frame and back; of those that return to
/// where they came from, the motion that most make together is the place's.
public struct OpticalFlow: MotionEstimator {
    /// Longer side of the planes, in pixels.
    private static let longerSide = 640
    /// Points across and down a place.
    private static let grid = 6
    /// The part of a place that is followed: its rim may be background.
    private static let core = 0.8
    /// How far beside its start a point may come back, in pixels.
    private static let largestError = 1.0
    /// The part of the points that must move together, and at least how many.
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
            let fewest = max(Self.fewestPoints, Int(Self.leastShare * Double(points.count)))
            return Motion(center: CGPoint(x: place.midX, y: place.midY), followed: kept, fewest: fewest)
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
