import Foundation

/// Where a code is, for the question whether two readings are of one symbol.
struct Place: Sendable, Hashable {
    let box: CGRect
    let center: CGPoint
    /// The box and its margin: a centre in it counts as the symbol's own.
    let reach: CGRect
    /// The box and a part of its margin: a symbol's quiet zone.
    private let surroundings: CGRect

    /// - Parameters:
    ///   - type: A linear type's boxes differ more from engine to engine: each sees other scan lines.
    ///   - box: In pixels.
    init(of type: MetadataObjectType, box: CGRect) {
        self.box = box
        center = CGPoint(x: box.midX, y: box.midY)
        let margin = max(4, (type.isLinearCode ? 0.15 : 0.1) * max(box.width, box.height))
        reach = box.insetBy(dx: -margin, dy: -margin)
        surroundings = box.insetBy(dx: -margin / 2, dy: -margin / 2)
    }

    init(of reading: Reading) {
        self.init(of: reading.type, box: reading.boundingBox)
    }

    /// Whether it is anywhere: an engine that could not compute a corner may give what is no number.
    var exists: Bool { [center.x, center.y, reach.width, reach.height].allSatisfy(\.isFinite) }

    /// Whether one of the two holds the other's centre.
    func isShared(with other: Place) -> Bool {
        reach.contains(other.center) || other.reach.contains(center)
    }

    /// Whether the boxes and a part of their margins meet: two symbols keep a quiet zone between them.
    func touches(_ other: Place) -> Bool { surroundings.intersects(other.surroundings) }

    /// Whether the other's centre lies in the box itself.
    func covers(_ other: Place) -> Bool { box.contains(other.center) }
}
