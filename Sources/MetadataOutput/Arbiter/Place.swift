import Foundation

/// Where a code is, for the question whether two readings are of one symbol.
struct Place: Sendable, Hashable {
    let box: CGRect
    /// How far around the box a centre still counts as the symbol's own, in pixels.
    private let margin: Double

    /// - Parameters:
    ///   - type: A linear type's boxes differ more from engine to engine: each sees other scan lines.
    ///   - box: In pixels.
    init(of type: MetadataObjectType, box: CGRect) {
        self.box = box
        margin = max(
            4, type.isLinearCode ? 0.15 * max(box.width, box.height) : 0.1 * max(box.width, box.height))
    }

    init(of reading: Reading) {
        self.init(of: reading.type, box: reading.boundingBox)
    }

    private var center: CGPoint { CGPoint(x: box.midX, y: box.midY) }

    /// Whether one of the two holds the other's centre.
    func isShared(with other: Place) -> Bool {
        holds(other) || other.holds(self)
    }

    /// Whether the other's centre lies in the box and its margin.
    func holds(_ other: Place) -> Bool {
        box.insetBy(dx: -margin, dy: -margin).contains(other.center)
    }

    /// Whether the boxes and a part of their margins meet: two symbols keep a quiet zone between them.
    func touches(_ other: Place) -> Bool {
        box.insetBy(dx: -margin / 2, dy: -margin / 2).intersects(
            other.box.insetBy(dx: -other.margin / 2, dy: -other.margin / 2))
    }

    /// Whether the other's centre lies in the box itself.
    func covers(_ other: Place) -> Bool {
        box.contains(other.center)
    }
}
