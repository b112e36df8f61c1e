import Foundation
import MetadataOutput

/// The rings of a MaxiCode's bullseye, dark and light all around as they should be: an Aztec code's are squares, and most others are
/// none. Seen from the side they are ellipses.
struct MaxiCodeRings {
    private(set) var middle: CGPoint
    /// Leads from widths of a ring around the middle to pixels around it: how wide rings are along rows and columns, and how much the
    /// one leads to the other.
    private var (xx, xy, yy): (Double, Double, Double)

    /// From the middle along rows and columns, in widths of a ring.
    var shape: Homography { .affine(xx: xx, xy: xy, x0: 0, yx: xy, yy: yy, y0: 0) }

    /// The clearest rings near a place; nil if they are none.
    ///
    /// - Parameters:
    ///   - place: About their middle. The search for bullseyes may tell it a quarter of a ring beside where it is.
    ///   - ring: About the width of one.
    init?(near place: CGPoint, ring: Double, in luma: LumaSampler) {
        var best = (
            rings: MaxiCodeRings(middle: place, xx: ring, xy: 0, yy: ring), contrast: -Double.infinity
        )
        func take(_ rings: MaxiCodeRings) {
            let contrast = rings.seen(in: luma).contrast
            if contrast > best.contrast { best = (rings, contrast) }
        }
        for x in Self.shifts {
            for y in Self.shifts {
                let middle = CGPoint(x: place.x + x * ring, y: place.y + y * ring)
                for width in Self.widths {
                    for tilt in Self.tilts {
                        take(MaxiCodeRings(middle: middle, ring: width * ring, tilt))
                    }
                }
            }
        }
        for move in Self.moves {
            for _ in 0..<Self.mostRounds {
                let before = best.contrast
                for change in [move * ring, -move * ring] {
                    // The outermost of seven rings are moved as far as the middle is.
                    take(best.rings.changed { $0.middle.x += change })
                    take(best.rings.changed { $0.middle.y += change })
                    take(best.rings.changed { $0.xx += change / Self.count })
                    take(best.rings.changed { $0.xy += change / Self.count })
                    take(best.rings.changed { $0.yy += change / Self.count })
                }
                if best.contrast == before { break }
            }
        }
        guard best.rings.seen(in: luma).share >= Self.leastShare else { return nil }
        self = best.rings
    }

    private init(middle: CGPoint, xx: Double, xy: Double, yy: Double) {
        (self.middle, self.xx, self.xy, self.yy) = (middle, xx, xy, yy)
    }

    /// Rings seen from the side, as wide on the mean as some others.
    private init(middle: CGPoint, ring: Double, _ tilt: (ratio: Double, direction: Double)) {
        let (along, across) = (ring * tilt.ratio.squareRoot(), ring / tilt.ratio.squareRoot())
        let (c, s) = (cos(tilt.direction), sin(tilt.direction))
        self.init(
            middle: middle, xx: across + (along - across) * c * c, xy: (along - across) * c * s,
            yy: across + (along - across) * s * s)
    }

    private func changed(_ change: (inout MaxiCodeRings) -> Void) -> MaxiCodeRings {
        var rings = self
        change(&rings)
        return rings
    }

    /// Grey levels from the dark rings to the light ones, and the share of the points that are as they should be.
    private func seen(in luma: LumaSampler) -> (contrast: Double, share: Double) {
        func values(_ indices: StrideTo<Int>) -> [Double] {
            indices.flatMap { index in
                // The middle is half a ring wider than the others are.
                let radius = index == 0 ? 0.3 : Double(index) + 0.27
                return Self.directions.map { direction in
                    luma.value(
                        middle.x + radius * (xx * direction.x + xy * direction.y),
                        middle.y + radius * (xy * direction.x + yy * direction.y))
                }
            }
        }
        let (light, dark) = (values(stride(from: 0, to: 7, by: 2)), values(stride(from: 1, to: 7, by: 2)))
        let means = [light, dark].map { $0.reduce(0, +) / Double($0.count) }
        let grey = (means[0] + means[1]) / 2
        return (
            means[0] - means[1],
            Double(light.count { $0 > grey } + dark.count { $0 < grey }) / Double(light.count + dark.count)
        )
    }

    private static let count = 7.0
    private static let leastShare = 0.9
    /// Shifts of the middle along rows and columns that are tried, in widths of a ring.
    private static let shifts = [-0.25, 0, 0.25]
    /// How wide rings are in what the search for bullseyes measures: it takes the middle for one of them.
    private static let widths = [0.8, 0.88, 0.96]
    /// How much narrower rings are in one direction than across it.
    private static let tilts: [(ratio: Double, direction: Double)] =
        [(1, 0)]
        + [0.8, 0.62].flatMap { ratio in
            stride(from: 0, to: Double.pi, by: .pi / 4).map { (ratio, $0) }
        }
    /// By how much the best of these are moved, in widths of a ring, and how often by the same.
    private static let moves = [0.2, 0.1, 0.05]
    private static let mostRounds = 8
    private static let directions = stride(from: 0.0, to: 2 * Double.pi, by: .pi / 8).map {
        CGPoint(x: cos($0), y: sin($0))
    }
}
