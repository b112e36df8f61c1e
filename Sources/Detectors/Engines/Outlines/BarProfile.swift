import Foundation
import MetadataOutput

/// The samples along a part of a scan line, and their comparison with lines beside it.
struct BarProfile {
    /// The correlation is that of blocks, each about its own mean, so that shadows do not count.
    private static let blocks = 5
    private static let samplesPerBlock = 12
    private static var resolution: Int { blocks * samplesPerBlock }
    /// Bars lean at most so much against the normal of a line that an engine read them along.
    private static let steepest = 12

    private let plane: Plane
    private let origin: CGPoint
    private let along: CGPoint
    private let up: CGPoint
    private let length: Double
    private var reference: [Double] = []

    /// - Parameters:
    ///   - origin: Where the part begins, in continuous coordinates of the plane.
    ///   - along: Unit vector along the line.
    ///   - up: Unit vector in which distances are counted.
    ///   - length: Length of the part, in pixels.
    init(in plane: Plane, origin: CGPoint, along: CGPoint, up: CGPoint, length: Double) {
        (self.plane, self.origin, self.along, self.up, self.length) = (plane, origin, along, up, length)
        reference = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            let places = places(distance: 0, shift: 0, scale: 1)
            return (0..<Self.resolution).map { places.value($0, luma) }
        }
    }

    /// How much the bars lean: the shift of the part's middle along the line for each pixel of distance at which the next lines are most
    /// alike.
    func slope(direction: Double, step: Double) -> Double {
        var best = (slope: 0.0, likeness: -Double.infinity)
        // Upright first: it wins among equals.
        for tenth in 0...2 * Self.steepest {
            let slope = Double(tenth.isMultiple(of: 2) ? tenth / 2 : -(tenth + 1) / 2) / 10
            var likeness = 0.0
            for steps in [2.0, 4, 6] {
                let distance = steps * step
                likeness += self.likeness(
                    distance: direction * distance, shift: slope * distance, scale: 1)
            }
            if likeness > best.likeness + 1e-6 { best = (slope, likeness) }
        }
        return best.slope
    }

    /// Whether the middle of the line at a distance lies in the plane.
    func isInside(distance: Double, shift: Double) -> Bool {
        let place = length / 2 + shift
        let x = origin.x + along.x * place + up.x * distance
        let y = origin.y + along.y * place + up.y * distance
        return x >= 0 && y >= 0 && x <= Double(plane.width) && y <= Double(plane.height)
    }

    /// The shift near a guess at which a line is most like this one.
    ///
    /// - Parameter scale: How wide the part is there, as a share of its width here.
    func match(
        at distance: Double, around guess: Double, scale: Double, step: Double
    ) -> (shift: Double, likeness: Double) {
        var best = (shift: guess, likeness: -1.0)
        for offset in [0, -0.5, 0.5] {
            let shift = guess + offset * step
            let likeness = likeness(distance: distance, shift: shift, scale: scale)
            if likeness > best.likeness { best = (shift, likeness) }
        }
        return best
    }

    /// Correlation with the line at a distance, −1…1.
    private func likeness(distance: Double, shift: Double, scale: Double) -> Double {
        plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            let places = places(distance: distance, shift: shift, scale: scale)
            var (own, other, product) = (0.0, 0.0, 0.0)
            for block in 0..<Self.blocks {
                var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for index in block * Self.samplesPerBlock..<(block + 1) * Self.samplesPerBlock {
                    let x = reference[index]
                    let y = places.value(index, luma)
                    a += x
                    b += y
                    aa += x * x
                    bb += y * y
                    ab += x * y
                }
                let n = Double(Self.samplesPerBlock)
                own += aa - a * a / n
                other += bb - b * b / n
                product += ab - a * b / n
            }
            return own * other > 1 ? product / (own * other).squareRoot() : 0
        }
    }

    /// Where the samples of a line lie.
    private func places(distance: Double, shift: Double, scale: Double) -> Places {
        let apart = length * scale / Double(Self.resolution)
        let first = (length - length * scale + apart) / 2 + shift
        return Places(
            x: origin.x + along.x * first + up.x * distance, y: origin.y + along.y * first + up.y * distance,
            dx: along.x * apart, dy: along.y * apart)
    }

    /// Places on a line that are equally far apart.
    private struct Places {
        /// The first one, and from one to the next.
        let x, y, dx, dy: Double

        @inline(__always) func value(_ index: Int, _ luma: LumaSampler) -> Double {
            luma.value(x + Double(index) * dx, y + Double(index) * dy)
        }
    }
}
