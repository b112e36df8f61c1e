import Foundation

extension Homography {
    /// The map that takes points nearest to others in the sense of least squares (algebraic), or nil if they do
    /// not determine one.
    ///
    /// - Parameter pairs: At least four, each with the weight of its error.
    init?(fitting pairs: [(source: CGPoint, target: CGPoint, weight: Double)]) {
        guard pairs.count >= 4, let from = Self.normalization(of: pairs.map(\.source)),
            let to = Self.normalization(of: pairs.map(\.target)), let back = to.inverse
        else { return nil }
        // x'·(g·x + h·y + 1) = a·x + b·y + c, and the same for y': normal equations of the eight unknowns.
        var matrix = [Double](repeating: 0, count: 8 * 9)
        for pair in pairs {
            let (s, t) = (from(pair.source), to(pair.target))
            let rows: [[Double]] = [
                [s.x, s.y, 1, 0, 0, 0, -s.x * t.x, -s.y * t.x, t.x],
                [0, 0, 0, s.x, s.y, 1, -s.x * t.y, -s.y * t.y, t.y],
            ]
            for row in rows {
                for i in 0..<8 {
                    let factor = pair.weight * row[i]
                    for j in 0..<9 { matrix[i * 9 + j] += factor * row[j] }
                }
            }
        }
        guard let solution = LinearEquations.solution(of: matrix, unknowns: 8) else { return nil }
        self = from.then(Homography(solution + [1])).then(back)
    }

    /// Moves the points' mean to the origin and their distances from it to about 1; nil if they coincide.
    private static func normalization(of points: [CGPoint]) -> Homography? {
        let count = Double(points.count)
        let x: Double = points.reduce(0) { $0 + $1.x } / count
        let y: Double = points.reduce(0) { $0 + $1.y } / count
        let size: Double = points.reduce(0) { $0 + hypot($1.x - x, $1.y - y) } / count
        guard size.isFinite, size > 1e-9 else { return nil }
        return translation(x: -x, y: -y).then(scale(x: 1 / size, y: 1 / size))
    }
}
