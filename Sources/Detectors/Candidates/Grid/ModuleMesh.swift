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
    /// What the corrections are to, if not the homography: of a bent symbol.
    private let patch: CurvedPatch?
    private(set) var anchors: [Anchor]
    private var residuals: [CGPoint]

    /// Nil if the anchors determine no homography.
    init?(_ anchors: [Anchor]) {
        guard let fitted = Homography(fitting: anchors.map { ($0.module, $0.place, $0.weight) }) else {
            return nil
        }
        self.init(fitted, nil, anchors)
    }

    /// A bent symbol's; nil if its corners determine no homography.
    init?(_ patch: CurvedPatch, _ anchors: [Anchor], dimension: Int) {
        guard let fitted = patch.homography(dimension: dimension) else { return nil }
        self.init(fitted, patch, anchors)
    }

    private init(_ homography: Homography, _ patch: CurvedPatch?, _ anchors: [Anchor]) {
        self.homography = homography
        self.patch = patch
        self.anchors = anchors
        residuals = anchors.map { anchor in
            let place = patch?.place(anchor.module) ?? homography(anchor.module)
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
        let place = patch?.place(module) ?? homography(module)
        return CGPoint(x: place.x + correction.x, y: place.y + correction.y)
    }

    /// The places of all modules' centres of a symbol with so many modules a side, row by row.
    func centers(dimension: Int) -> [CGPoint] {
        // The corrections are smooth: they are worked out every four modules and interpolated between.
        let step = 4
        let nodes = (dimension + step - 1) / step + 1
        let corrections = (0..<nodes * nodes).map { node in
            correction(
                at: CGPoint(x: Double(node % nodes * step), y: Double(node / nodes * step)), without: nil)
        }
        let e = homography.elements
        var centers: [CGPoint] = []
        centers.reserveCapacity(dimension * dimension)
        for row in 0..<dimension {
            let y = Double(row) + 0.5
            let fy = y / Double(step) - Double(row / step)
            for column in 0..<dimension {
                let x = Double(column) + 0.5
                let fx = x / Double(step) - Double(column / step)
                let node = row / step * nodes + column / step
                let (a, b) = (corrections[node], corrections[node + 1])
                let (c, d) = (corrections[node + nodes], corrections[node + nodes + 1])
                let base: CGPoint
                if let patch {
                    base = patch.place(CGPoint(x: x, y: y))
                } else {
                    let w = e[6] * x + e[7] * y + e[8]
                    base = CGPoint(
                        x: (e[0] * x + e[1] * y + e[2]) / w, y: (e[3] * x + e[4] * y + e[5]) / w)
                }
                centers.append(
                    CGPoint(
                        x: base.x + (a.x + (b.x - a.x) * fx) * (1 - fy) + (c.x + (d.x - c.x) * fx) * fy,
                        y: base.y + (a.y + (b.y - a.y) * fx) * (1 - fy) + (c.y + (d.y - c.y) * fx) * fy))
            }
        }
        return centers
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
