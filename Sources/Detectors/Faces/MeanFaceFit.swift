import Foundation

/// The turn of ``MeanFace`` that comes nearest to a face's points, seen from far away (weak perspective): the best
/// affine map from the mean face to the picture, made a rotation.
struct MeanFaceFit {
    /// In degrees, positive when the face is turned to the left edge of the picture.
    let yaw: Double
    /// In degrees, positive when the face looks down.
    let pitch: Double

    /// Fits brows, nose, eyes and mouth (17–67 of the 68 points); the jaw's points slide along the outline when a
    /// head turns. Nil if the points do not span a plane.
    init?(landmarks points: [CGPoint]) {
        let inner = points[17...67]
        let (meanX, meanY) = (inner.map(\.x).reduce(0, +) / 51, inner.map(\.y).reduce(0, +) / 51)
        var (p, q) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for (point, weight) in zip(inner, Self.weights) {
            p += weight * (point.x - meanX)
            q += weight * (point.y - meanY)
        }
        // The nearest pair of orthonormal rows: (G)^-½ times the rows, G their 2×2 products (polar decomposition).
        let (a, b, d) = (Self.dot(p, p), Self.dot(p, q), Self.dot(q, q))
        let root = (a * d - b * b).squareRoot()
        guard root.isFinite, root > 1e-12 * (a + d), root > 0 else { return nil }
        let scale = 1 / (root * (a + d + 2 * root).squareRoot())
        let x = (p * (d + root) - q * b) * scale
        let y = (q * (a + root) - p * b) * scale
        let z = Self.cross(x, y)
        yaw = FacePose.degrees(asin(min(1, max(-1, -z.x))))
        pitch = FacePose.degrees(atan2(z.y, z.z))
    }

    /// Columns of the pseudo-inverse of the mean face's inner points, (MᵀM)⁻¹Mᵀ.
    private static let weights: [SIMD3<Double>] = {
        let all = MeanFace.points[17...67].map { SIMD3($0.x, $0.y, $0.z) }
        let mean = all.reduce(.zero, +) / 51
        let points = all.map { $0 - mean }
        var rows = [SIMD3<Double>](repeating: .zero, count: 3)
        for point in points {
            for row in 0..<3 { rows[row] += point * point[row] }
        }
        // The inverse of a symmetric 3×3 matrix by cross products of its rows.
        let cofactors = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
        let determinant = dot(rows[0], cofactors[0])
        return points.map { point in
            SIMD3(dot(cofactors[0], point), dot(cofactors[1], point), dot(cofactors[2], point)) / determinant
        }
    }()

    private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
