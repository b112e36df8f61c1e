import Foundation

/// Three finder patterns that may belong to one QR code.
struct QRCandidate: Sendable, Hashable {
    /// The pattern at the symbol's top left, between the two others.
    let corner: FinderPattern
    /// The pattern at the symbol's top right, if the symbol is not mirrored.
    let right: FinderPattern
    /// The pattern at the symbol's bottom left, if the symbol is not mirrored.
    let below: FinderPattern
    /// The symbol's corners in pixels of the picture: a parallelogram, from the corner pattern counter-clockwise
    /// as seen.
    let corners: [CGPoint]
    /// Mean width of the patterns' modules in pixels of the picture.
    let moduleSize: Double
    /// How unlike a square the three lie; 0 is best.
    let score: Double
    /// Whether the timing patterns were seen between the three; of those without, few are symbols.
    let hasTiming: Bool

    var patterns: [FinderPattern] { [corner, right, below] }

    /// Whether the patterns are light on dark.
    var isInverted: Bool { corner.isInverted }

    /// Whether it is more than what is common in pictures: patterns light on dark are, with timing patterns between them few.
    var isWorthReading: Bool { !isInverted || hasTiming }

    /// The middle of the parallelogram.
    var center: CGPoint {
        CGPoint(x: (right.center.x + below.center.x) / 2, y: (right.center.y + below.center.y) / 2)
    }

    init(
        corner: FinderPattern, right: FinderPattern, below: FinderPattern, score: Double,
        hasTiming: Bool = false
    ) {
        self.hasTiming = hasTiming
        (self.corner, self.right, self.below, self.score) = (corner, right, below, score)
        moduleSize = (corner.moduleSize + right.moduleSize + below.moduleSize) / 3
        let (c, r, b) = (corner.center, right.center, below.center)
        // From a pattern's centre to the symbol's edge are 3.5 modules.
        let across = Self.unit(from: c, to: r, length: 3.5 * moduleSize)
        let down = Self.unit(from: c, to: b, length: 3.5 * moduleSize)
        let far = CGPoint(x: r.x + b.x - c.x, y: r.y + b.y - c.y)
        func grown(_ p: CGPoint, _ i: CGFloat, _ j: CGFloat) -> CGPoint {
            CGPoint(x: p.x + i * across.x + j * down.x, y: p.y + i * across.y + j * down.y)
        }
        corners = [grown(c, -1, -1), grown(b, -1, 1), grown(far, 1, 1), grown(r, 1, -1)]
    }

    /// Whether two candidates are of the same three patterns, in the same places.
    func isOfSamePatterns(as other: QRCandidate) -> Bool {
        corner == other.corner && right == other.right && below == other.below
    }

    private static func unit(from a: CGPoint, to b: CGPoint, length: Double) -> CGPoint {
        let distance = max(hypot(b.x - a.x, b.y - a.y), 1e-9)
        return CGPoint(x: (b.x - a.x) / distance * length, y: (b.y - a.y) / distance * length)
    }
}
