import Foundation

/// Where a symbol's modules lie in a plane: a homography, and what known places differ from it.
struct ModuleMesh {
    /// A known place.
    struct Anchor {
        /// In modules from the symbol's top left corner.
        let module: CGPoint
        /// In the plane.
        let place: CGPoint
        let weight: Double
    }

    private(set) var homography: Homography
    private(set) var anchors: [Anchor]
    private var residuals: [CGPoint]

    /// Nil if the anchors determine no homography.
    init?(_ anchors: [Anchor]) {
        guard let fitted = Homography(fitting: anchors.map { ($0.module, $0.place, $0.weight) }) else {
            return nil
        }
        homography = fitted
        self.anchors = anchors
        residuals = anchors.map { anchor in
            let place = fitted(anchor.module)
            return CGPoint(x: anchor.place.x - place.x, y: anchor.place.y - place.y)
        }
    }

    /// The mesh without corrections.
    var rigid: ModuleMesh {
        var mesh = self
        mesh.anchors = []
        mesh.residuals = []
        return mesh
    }

    /// The place of a point in modules: the homography's, corrected by what near anchors differ from it.
    func place(_ module: CGPoint) -> CGPoint {
        let correction = correction(at: module, without: nil)
        let place = homography(module)
        return CGPoint(x: place.x + correction.x, y: place.y + correction.y)
    }

    /// The anchors that agree with the others around them to within so many pixels.
    func consistentAnchors(within limit: Double) -> [Anchor] {
        anchors.indices.filter { index in
            let expected = correction(at: anchors[index].module, without: index)
            return hypot(residuals[index].x - expected.x, residuals[index].y - expected.y) <= limit
        }.map { anchors[$0] }
    }

    /// The anchors' residuals, weighted by the inverse cube of their distance.
    private func correction(at module: CGPoint, without left: Int?) -> CGPoint {
        var (x, y, sum) = (0.0, 0.0, 1e-6)
        for index in anchors.indices where index != left {
            let (dx, dy) = (anchors[index].module.x - module.x, anchors[index].module.y - module.y)
            let squared = dx * dx + dy * dy + 1
            let weight = anchors[index].weight / (squared * squared.squareRoot())
            x += weight * residuals[index].x
            y += weight * residuals[index].y
            sum += weight
        }
        return CGPoint(x: x / sum, y: y / sum)
    }
}
