import Foundation

/// Looks for a symbol's alignment patterns, from the finder patterns outwards.
struct AlignmentSearch {
    let luma: LumaSampler
    let isInverted: Bool

    /// The least likeness (correlation, −1…1) of a pattern that is believed.
    private static let likeness = 0.55

    /// How many alignment patterns are looked for before too few found ones tell that this is no such symbol.
    private static let trial = 6
    /// The least share of them that is found in a symbol of a version with several.
    private static let share = 0.3

    /// A mesh of a bent symbol: the patch through the finder patterns, bent to the last alignment pattern and corrected
    /// by all that are found.
    func mesh(of version: QRVersion, along patch: CurvedPatch) -> ModuleMesh? {
        let size = version.dimension
        guard var mesh = ModuleMesh(patch, [], dimension: size) else { return nil }
        var bent = patch
        // The one opposite the first finder pattern tells most.
        let modules = Self.centers(of: version).sorted { $0.x + $0.y > $1.x + $1.y }
        var anchors: [ModuleMesh.Anchor] = []
        for (index, module) in modules.enumerated() {
            guard let place = place(of: module, in: mesh, reach: index == 0 ? 4 : 2) else { continue }
            if index == 0 {
                bent.bend(module, to: place)
            } else {
                anchors.append(ModuleMesh.Anchor(module: module, place: place, weight: 1))
            }
            mesh = ModuleMesh(bent, anchors, dimension: size) ?? mesh
        }
        return mesh
    }

    /// A mesh through the finder patterns and all alignment patterns that are found, or nil if these are too few.
    func mesh(of version: QRVersion, from frames: QRSize) -> ModuleMesh? {
        let size = Double(version.dimension)
        var anchors = [
            (frames.corner, 3.5, 3.5), (frames.right, size - 3.5, 3.5), (frames.below, 3.5, size - 3.5),
        ]
        .flatMap { Self.anchors(of: $0.0, column: $0.1, row: $0.2) }
        guard var mesh = ModuleMesh(anchors) else { return nil }
        var open = Self.centers(of: version)
        let all = open.count
        while !open.isEmpty {
            let (tried, found) = (all - open.count, anchors.count - 15)
            if tried >= Self.trial, Double(found) < Self.share * Double(tried) { return nil }
            // The one nearest to a known place is the surest.
            var nearest = (index: 0, distance: Double.infinity)
            for index in open.indices {
                let distance = anchors.reduce(Double.infinity) {
                    min($0, hypot($1.module.x - open[index].x, $1.module.y - open[index].y))
                }
                if distance < nearest.distance { nearest = (index, distance) }
            }
            let module = open.remove(at: nearest.index)
            let reach = min(1.5 + 0.08 * nearest.distance, 4)
            guard let place = place(of: module, in: mesh, reach: reach) else { continue }
            anchors.append(ModuleMesh.Anchor(module: module, place: place, weight: 1))
            guard let better = ModuleMesh(anchors) else { return mesh }
            mesh = better
        }
        return ModuleMesh(mesh.consistentAnchors(within: 1.2 * moduleSize(of: frames))) ?? mesh
    }

    /// The middles of a version's alignment patterns, in modules from the symbol's top left corner.
    private static func centers(of version: QRVersion) -> [CGPoint] {
        version.alignmentCenters.map { CGPoint(x: Double($0.column) + 0.5, y: Double($0.row) + 0.5) }
    }

    private func moduleSize(of frames: QRSize) -> Double {
        (hypot(frames.corner.across.x, frames.corner.across.y)
            + hypot(frames.corner.down.x, frames.corner.down.y)) / 2
    }

    /// A finder pattern's centre and the middles of its sides.
    private static func anchors(of frame: FinderFrame, column: Double, row: Double) -> [ModuleMesh.Anchor] {
        [(0.0, 0.0, 1.0), (3.5, 0, 0.5), (-3.5, 0, 0.5), (0, 3.5, 0.5), (0, -3.5, 0.5)].map {
            ModuleMesh.Anchor(
                module: CGPoint(x: column + $0.0, y: row + $0.1), place: frame.place($0.0, $0.1), weight: $0.2
            )
        }
    }

    /// The place most like an alignment pattern around where the mesh has it.
    private func place(of module: CGPoint, in mesh: ModuleMesh, reach: Double) -> CGPoint? {
        let expected = mesh.place(module)
        let (left, right) = (mesh.place(module.moved(-2, 0)), mesh.place(module.moved(2, 0)))
        let (above, below) = (mesh.place(module.moved(0, -2)), mesh.place(module.moved(0, 2)))
        let across = CGPoint(x: (right.x - left.x) / 4, y: (right.y - left.y) / 4)
        let down = CGPoint(x: (below.x - above.x) / 4, y: (below.y - above.y) / 4)
        func value(_ column: Double, _ row: Double) -> Double {
            luma.value(
                expected.x + column * across.x + row * down.x, expected.y + column * across.y + row * down.y)
        }
        var best = (likeness: -1.0, column: 0.0, row: 0.0)
        func take(_ likeness: Double, _ column: Double, _ row: Double) {
            if likeness > best.likeness { best = (likeness, column, row) }
        }
        // All places half a module apart, and the modules around them, lie on one lattice.
        let steps = Int((reach / 0.5).rounded(.up))
        let side = 2 * (steps + 4) + 1
        withUnsafeTemporaryAllocation(of: Double.self, capacity: side * side) { lattice in
            for row in 0..<side {
                for column in 0..<side {
                    lattice[row * side + column] = value(
                        0.5 * Double(column - steps - 4), 0.5 * Double(row - steps - 4))
                }
            }
            for i in -steps...steps {
                for j in -steps...steps {
                    let middle = (j + steps + 4) * side + i + steps + 4
                    let likeness = likeness { lattice[middle + 2 * ($1 * side + $0)] }
                    take(likeness, 0.5 * Double(i), 0.5 * Double(j))
                }
            }
        }
        for (steps, step) in [(2, 0.2), (1, 0.1)] {
            let (column, row) = (best.column, best.row)
            for i in -steps...steps {
                for j in -steps...steps {
                    let (c, r) = (column + Double(i) * step, row + Double(j) * step)
                    take(likeness { value(c + Double($0), r + Double($1)) }, c, r)
                }
            }
        }
        guard best.likeness >= Self.likeness else { return nil }
        return CGPoint(
            x: expected.x + best.column * across.x + best.row * down.x,
            y: expected.y + best.column * across.y + best.row * down.y)
    }

    /// Correlation of 25 modules with a dark one in a light ring in a dark ring.
    ///
    /// - Parameter value: The grey value of a module, columns and rows from the middle.
    @inline(__always) private func likeness(_ value: (_ column: Int, _ row: Int) -> Double) -> Double {
        var (light, dark, squares) = (0.0, 0.0, 0.0)
        for row in -2...2 {
            for column in -2...2 {
                let value = value(column, row)
                if max(abs(row), abs(column)) == 1 { light += value } else { dark += value }
                squares += value * value
            }
        }
        // 8 light modules and 17 dark ones.
        let mean = (light + dark) / 25
        let spread = squares - 25 * mean * mean
        guard spread > 25 else { return 0 }
        let between = (light / 8 - dark / 17) * (8.0 * 17 / 25) / (spread * 8 * 17 / 25).squareRoot()
        return isInverted ? -between : between
    }
}

extension CGPoint {
    fileprivate func moved(_ dx: Double, _ dy: Double) -> CGPoint { CGPoint(x: x + dx, y: y + dy) }
}
