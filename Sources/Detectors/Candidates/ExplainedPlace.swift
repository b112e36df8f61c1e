import Foundation
import MetadataOutput

/// Where an accepted code is, so that what was found there needs no further look.
///
/// A code explains itself and none of its neighbours: labels have codes above each other and side by side.
struct ExplainedPlace: Sendable, Hashable {
    private let box: CGRect
    /// The bars of a linear code.
    private let bars: BarRegion?

    /// - Parameter corners: The code's, as ``Reading/corners``.
    init(type: MetadataObjectType, corners: [CGPoint]) {
        let box = CGRect(around: corners)
        let margin = max(4, 0.1 * max(box.width, box.height))
        self.box = box.insetBy(dx: -margin, dy: -margin)
        bars = type.isLinearCode ? BarRegion(corners: corners) : nil
    }

    init(_ reading: Reading) {
        self.init(type: reading.type, corners: reading.corners)
    }

    func contains(_ point: CGPoint) -> Bool { box.contains(point) }

    /// Whether the code accounts for a bar region: two codes side by side may be one region of twice the length.
    func accountsFor(_ region: BarRegion) -> Bool {
        guard let bars else { return contains(region.center) && region.length <= max(box.width, box.height) }
        // Some codes are known by one line across them: what the line runs through is the code.
        let offset = bars.offset(of: region.center)
        return region.length <= 1.5 * bars.length && abs(offset.acrossBars) <= 0.6 * bars.length
            && abs(offset.alongBars) <= (bars.height + region.height) / 2
    }
}
