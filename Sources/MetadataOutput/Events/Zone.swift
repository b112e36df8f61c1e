public import Foundation

/// A named part of the picture.
public struct Zone: Sendable, Hashable {
    /// Its name in records: one line, of characters that can be shown. Records of whatever form have it as it is.
    public let name: String
    /// Space: 0…1 of the upright, unrotated picture, origin top left. The corners of a polygon, in order; the last is
    /// joined to the first. It may cross itself: inside is what a line to the outside leaves by an odd number of edges.
    public let corners: [CGPoint]

    /// Most corners.
    public static let mostCorners = 1000

    /// Makes a zone.
    ///
    /// - Returns: nil if the name is empty, or has control characters or others that break lines or turn the direction of writing;
    ///   or if the corners are fewer than three, more than ``mostCorners`` or not all within 0…1.
    public init?(name: String, corners: [CGPoint]) {
        let isInside = corners.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) }
        let isShown = !name.isEmpty && !name.unicodeScalars.contains(where: \.breaksOrSteersLines)
        guard isShown, isInside, (3...Self.mostCorners).contains(corners.count) else { return nil }
        self.name = name
        self.corners = corners
    }

    /// Whether a point lies inside.
    public func contains(_ point: CGPoint) -> Bool { corners.encloses(point) }

    /// Whether an object is in it: the middle of its bounds is.
    public func contains(_ object: any MetadataObject) -> Bool {
        contains(CGPoint(x: object.bounds.midX, y: object.bounds.midY))
    }
}

extension [CGPoint] {
    /// Whether a point lies inside the polygon of these corners, of which there is at least one.
    func encloses(_ point: CGPoint) -> Bool {
        var isInside = false
        var previous = self[count - 1]
        for corner in self {
            if (corner.y > point.y) != (previous.y > point.y) {
                let share = (point.y - corner.y) / (previous.y - corner.y)
                if point.x < corner.x + share * (previous.x - corner.x) { isInside.toggle() }
            }
            previous = corner
        }
        return isInside
    }
}
