import Foundation
import MetadataOutput

/// Where an accepted code is, so that what was found there needs no further look.
///
/// A code explains itself and none of its neighbours: labels have codes above each other and side by side.
struct ExplainedPlace: Sendable, Hashable {
    /// The bars of a linear code.
    let bars: OrientedBox?
    private let box: CGRect

    /// - Parameter corners: The code's, as ``Reading/corners``.
    init(type: MetadataObjectType, corners: [CGPoint]) {
        let box = CGRect(around: corners)
        let margin = max(4, 0.1 * max(box.width, box.height))
        self.box = box.insetBy(dx: -margin, dy: -margin)
        bars = type.isLinearCode ? OrientedBox(corners: corners) : nil
    }

    init(_ reading: Reading) {
        self.init(type: reading.type, corners: reading.corners)
    }

    func contains(_ point: CGPoint) -> Bool { box.contains(point) }

    /// Whether a matrix code accounts for bars: those of PDF417, or modules that look like some.
    private func accountsFor(_ region: BarRegion) -> Bool {
        bars == nil && contains(region.center) && region.length <= max(box.width, box.height)
    }

    /// Whether some codes account for three finder patterns. What lies in their middle does not by itself: it may be a smaller code
    /// in the middle of a larger one.
    static func explain(_ candidate: QRCandidate, by places: [ExplainedPlace]) -> Bool {
        let around = places.filter { $0.contains(candidate.center) }
        return around.contains { $0.bars != nil }
            || !around.isEmpty
                && candidate.patterns.contains { pattern in places.contains { $0.contains(pattern.center) } }
    }

    /// What some codes leave of a region with bars.
    static func openParts(of region: BarRegion, beside places: [ExplainedPlace]) -> [BarRegion] {
        // Of a sheet with a thousand labels few are near.
        let area = region.boundingBox
        let places = places.filter { $0.box.intersects(area) }
        if places.contains(where: { $0.accountsFor(region) }) { return [] }
        return region.parts(beside: places.compactMap(\.bars))
    }
}
