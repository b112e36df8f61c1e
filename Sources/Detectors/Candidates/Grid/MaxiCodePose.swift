import Foundation
import MetadataOutput

/// A way a MaxiCode may lie around its bullseye, by the rings of that and the orientation marks around it.
struct MaxiCodePose {
    /// Clockwise, in degrees, before the symbol is seen from the side.
    private let angle: Double
    let isMirrored: Bool
    /// About where its hexagons are: nothing near the middle tells how much the symbol's far side is smaller than its near one.
    let place: MaxiCodePlace
    /// How well the orientation marks fit it: the grey levels between their light and their dark hexagons.
    private var contrast = 0.0

    private init(of rings: MaxiCodeRings, angle: Double, module: Double, isMirrored: Bool) {
        (self.angle, self.isMirrored) = (angle, isMirrored)
        place = MaxiCodePlace(
            around: rings.middle,
            Homography.scale(x: isMirrored ? -module : module, y: module)
                .then(.rotation(degrees: angle)).then(rings.shape))
    }

    /// Orientation marks around the bullseye, row and column (ISO/IEC 16023).
    private static let dark = points(at: [
        (9, 10), (9, 11), (10, 11), (15, 7), (16, 8), (16, 20), (17, 20), (22, 10), (23, 10), (22, 17),
        (23, 17),
    ])
    private static let light = points(at: [
        (9, 17), (10, 17), (10, 18), (16, 7), (16, 21), (22, 11), (23, 16),
    ])
    /// Width of a hexagon in rings, and turns that are tried, in degrees.
    private static let modules = stride(from: 1.1, through: 1.5, by: 0.03)
    private static let angles = stride(from: 0.0, to: 360, by: 1.5)
    /// Poses that are worth a try, and how far apart they are: what lies between, fitting finds.
    private static let mostPoses = 4
    private static let leastTurn = 6.0
    private static let leastContrast = 20.0

    private static func points(at marks: [(row: Int, column: Int)]) -> [CGPoint] {
        marks.map { MaxiCodeGrid.point(row: $0.row, column: $0.column) }
    }

    /// The likeliest ones, best first; none if there is no bullseye or it has no orientation marks around it.
    ///
    /// - Parameters:
    ///   - middle: About the bullseye's, in pixels of the plane.
    ///   - ring: About the width of a ring.
    static func poses(in plane: Plane, around middle: CGPoint, ring: Double) -> [MaxiCodePose] {
        plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            guard let rings = MaxiCodeRings(near: middle, ring: ring, in: luma) else { return [] }
            var poses: [MaxiCodePose] = []
            for isMirrored in [false, true] {
                for module in modules {
                    for angle in angles {
                        var pose = MaxiCodePose(
                            of: rings, angle: angle, module: module, isMirrored: isMirrored)
                        pose.contrast =
                            mean(pose.place.values(at: light, in: luma))
                            - mean(pose.place.values(at: dark, in: luma))
                        if pose.contrast >= leastContrast { poses.append(pose) }
                    }
                }
            }
            return different(poses.sorted { $0.contrast > $1.contrast })
        }
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private static func different(_ poses: [MaxiCodePose]) -> [MaxiCodePose] {
        var kept: [MaxiCodePose] = []
        for pose in poses where kept.count < mostPoses {
            let isKnown = kept.contains {
                $0.isMirrored == pose.isMirrored
                    && abs(remainder($0.angle - pose.angle, 360)) < leastTurn
            }
            if !isKnown { kept.append(pose) }
        }
        return kept
    }
}
