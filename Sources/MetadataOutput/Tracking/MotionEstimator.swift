public import Foundation

/// Says how places moved from one frame to the next. A value; keeps nothing between calls.
///
/// Between detections, and where one is missed, the tracker moves objects by it; a face only if the place to which it leads
/// looks like the face.
public protocol MotionEstimator: Sendable {
    /// What of a frame is kept for the next one: its luma, shrunk to what the estimator needs.
    func plane(of luma: Plane) -> Plane

    /// How each of some places moved.
    ///
    /// - Parameters:
    ///   - places: Boxes in pixels of `earlier`; may reach over its edge.
    ///   - earlier: The plane of the frame before.
    ///   - later: The plane of this frame, of the same size.
    /// - Returns: One motion a place, in the planes' pixels; nil where it cannot be told (no texture, hidden, gone).
    func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?]

    /// The blocks in which two planes differ by more than noise; nil if that cannot be told, or so much has changed that
    /// nothing can be said of the rest.
    func changes(from earlier: Plane, to later: Plane) -> PlaneBlocks?
}

extension MotionEstimator {
    /// Nil: it cannot tell.
    public func changes(from earlier: Plane, to later: Plane) -> PlaneBlocks? { nil }
}

/// A similarity: how a place was moved, turned and scaled around a centre.
public struct Motion: Sendable, Hashable {
    /// The centre of the place before, in pixels.
    public var center: CGPoint
    /// Where it is now, in pixels.
    public var movedCenter: CGPoint
    /// How much larger the place became, above 0; 1 is unchanged.
    public var scale: Double
    /// How far it turned, in degrees, clockwise positive as seen in the picture.
    public var rotation: Double

    /// Makes a motion.
    public init(center: CGPoint, movedCenter: CGPoint, scale: Double = 1, rotation: Double = 0) {
        self.center = center
        self.movedCenter = movedCenter
        self.scale = scale
        self.rotation = rotation
    }

    /// Where a point of the place is now.
    public func callAsFunction(_ point: CGPoint) -> CGPoint {
        let radians = rotation * .pi / 180
        let (across, down) = (scale * cos(radians), scale * sin(radians))
        let (x, y) = (point.x - center.x, point.y - center.y)
        return CGPoint(
            x: movedCenter.x + across * x - down * y, y: movedCenter.y + down * x + across * y)
    }
}
