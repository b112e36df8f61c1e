import Foundation

/// A projective map of the plane, 3×3, row by row.
///
/// Coordinates are continuous: (0, 0) is the top left corner of the top left pixel, whose centre is (½, ½), so
/// that shrinking by s is a multiplication by s and nothing else.
struct Homography: Sendable, Hashable {
    /// Nine elements, row by row.
    let elements: [Double]

    init(_ elements: [Double]) {
        precondition(elements.count == 9, "3×3")
        self.elements = elements
    }

    static let identity = Homography([1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
    static func affine(xx: Double, xy: Double, x0: Double, yx: Double, yy: Double, y0: Double) -> Homography {
        Homography([xx, xy, x0, yx, yy, y0, 0, 0, 1])
    }

    static func translation(x: Double, y: Double) -> Homography {
        affine(xx: 1, xy: 0, x0: x, yx: 0, yy: 1, y0: y)
    }

    static func scale(x: Double, y: Double) -> Homography {
        affine(xx: x, xy: 0, x0: 0, yx: 0, yy: y, y0: 0)
    }

    /// Turns clockwise as seen (y down) about the origin.
    static func rotation(degrees: Double) -> Homography {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return affine(xx: c, xy: -s, x0: 0, yx: s, yy: c, y0: 0)
    }

    func callAsFunction(_ point: CGPoint) -> CGPoint {
        let e = elements
        let w = e[6] * point.x + e[7] * point.y + e[8]
        return CGPoint(
            x: (e[0] * point.x + e[1] * point.y + e[2]) / w, y: (e[3] * point.x + e[4] * point.y + e[5]) / w)
    }

    /// First this map, then `next`.
    func then(_ next: Homography) -> Homography {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for k in 0..<3 {
                    product[row * 3 + column] += next.elements[row * 3 + k] * elements[k * 3 + column]
                }
            }
        }
        return Homography(product)
    }

    /// The way back, or nil where the map has none.
    var inverse: Homography? {
        let e = elements
        let cofactors = [
            e[4] * e[8] - e[5] * e[7], e[2] * e[7] - e[1] * e[8], e[1] * e[5] - e[2] * e[4],
            e[5] * e[6] - e[3] * e[8], e[0] * e[8] - e[2] * e[6], e[2] * e[3] - e[0] * e[5],
            e[3] * e[7] - e[4] * e[6], e[1] * e[6] - e[0] * e[7], e[0] * e[4] - e[1] * e[3],
        ]
        let determinant = e[0] * cofactors[0] + e[1] * cofactors[3] + e[2] * cofactors[6]
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        return Homography(cofactors.map { $0 / determinant })
    }

    /// The same map for coordinates whose whole numbers are pixel centres, as OpenCV's warps take them.
    var forPixelCentres: Homography {
        Homography.translation(x: 0.5, y: 0.5).then(self).then(.translation(x: -0.5, y: -0.5))
    }
}
