import Foundation
import MetadataOutput

/// The modules of a rectangular Micro QR Code, sampled along both of its long edges from its finder pattern.
struct RMQRGrid {
    private let version: RMQRVersion
    private let mesh: ModuleMesh
    /// Which modules are dark, row by row.
    private let isDark: [Bool]

    /// How many of the changes along both edges must be where they have to be: alignment patterns take some.
    private static let agreement = 0.7
    /// From a finder pattern's middle to its edge and a little more, in modules.
    private static let reach = 4.5

    /// Nil where no such symbol begins.
    ///
    /// - Parameters:
    ///   - center: The finder pattern's middle in the plane.
    ///   - module: About the width of a module as rows and columns of the plane cross it, in pixels.
    init?(around center: CGPoint, module: Double, in luma: LumaSampler) {
        let angle = Self.edgeAngle(around: center, reach: Self.reach * module, in: luma)
        let size = module * max(abs(cos(angle)), abs(sin(angle)))
        for turn in 0..<4 {
            let way = angle + Double(turn) * .pi / 2
            let frame = FinderFrame(
                center: center, across: CGPoint(x: cos(way) * size, y: sin(way) * size),
                down: CGPoint(x: -sin(way) * size, y: cos(way) * size), in: luma, isInverted: false
            ).sheared(in: luma, isInverted: false)
            if let version = Self.version(beside: frame, in: luma),
                let grid = RMQRGrid(version, frame, in: luma)
            {
                self = grid
                return
            }
        }
        return nil
    }

    /// What the modules beside the finder pattern say; nil where timing patterns do not begin there.
    private static func version(beside frame: FinderFrame, in luma: LumaSampler) -> RMQRVersion? {
        func isDark(_ column: Int, _ row: Int) -> Bool {
            let place = frame.place(Double(column) - 3, Double(row) - 3)
            return luma.value(place.x, place.y) < frame.threshold
        }
        guard (7...10).allSatisfy({ isDark($0, 0) == $0.isMultiple(of: 2) }) else { return nil }
        let bits = RMQRVersion.information.reduce(UInt32(0)) { $0 << 1 | (isDark($1.column, $1.row) ? 1 : 0) }
        return RMQRVersion(information: bits)
    }

    private init?(_ version: RMQRVersion, _ frame: FinderFrame, in luma: LumaSampler) {
        let (width, height) = (version.width, version.height)
        let up = CGPoint(x: -frame.down.x, y: -frame.down.y)
        let upper = RMQRTrack(
            from: frame.place(5, -3), along: frame.across, outward: up, width: width, in: luma)
        let lower = RMQRTrack(
            from: frame.place(5, Double(height) - 4), along: frame.across, outward: frame.down, width: width,
            in: luma)
        guard min(upper.agreement, lower.agreement) >= Self.agreement else { return nil }
        func anchors(_ track: RMQRTrack, row: Double) -> [ModuleMesh.Anchor] {
            track.places.map {
                ModuleMesh.Anchor(module: CGPoint(x: $0.column, y: row), place: $0.place, weight: 1)
            }
        }
        let finder = [(-3.5, -3.5), (3.5, -3.5), (-3.5, 3.5), (3.5, 3.5), (0, 0)].map { column, row in
            ModuleMesh.Anchor(
                module: CGPoint(x: column + 3.5, y: row + 3.5), place: frame.place(column, row), weight: 1)
        }
        guard
            let mesh = ModuleMesh(
                finder + anchors(upper, row: 0) + anchors(lower, row: Double(height)))
        else { return nil }
        (self.version, self.mesh) = (version, mesh)
        let centers = (0..<width * height).map { index in
            mesh.place(CGPoint(x: Double(index % width) + 0.5, y: Double(index / width) + 0.5))
        }
        let values = centers.indices.map { index in
            let place = centers[index]
            // A quarter of a module to either side of the centre; the last column takes its left neighbour's way.
            let from = index % width == width - 1 ? index - 1 : index
            let dx = (centers[from + 1].x - centers[from].x) / 4
            let dy = (centers[from + 1].y - centers[from].y) / 4
            return 2 * luma.value(place.x, place.y) + luma.value(place.x + dx, place.y + dy)
                + luma.value(place.x - dx, place.y - dy) + luma.value(place.x - dy, place.y + dx)
                + luma.value(place.x + dy, place.y - dx)
        }
        isDark = Self.areDark(values, width: width, height: height)
    }

    /// The symbol drawn afresh, black on white, with its place in the picture.
    ///
    /// The finder pattern is drawn as it must be: damage to it only keeps a decoder from starting.
    ///
    /// - Parameter view: What it was sampled from.
    func drawn(in view: View) -> View {
        let (scale, zone) = (ModulePicture.scale, ModulePicture.quietZone)
        let (columns, rows) = (version.width + 2 * zone, version.height + 2 * zone)
        let plane = Plane(width: columns * scale, height: rows * scale) { samples in
            samples.update(repeating: 255)
            for index in isDark.indices {
                let (row, column) = (index / version.width, index % version.width)
                let ring = max(abs(row - 3), abs(column - 3))
                guard ring <= 4 ? ring != 2 && ring != 4 : isDark[index] else { continue }
                for y in (row + zone) * scale..<(row + zone + 1) * scale {
                    for x in (column + zone) * scale..<(column + zone + 1) * scale {
                        samples[y * columns * scale + x] = 0
                    }
                }
            }
        }
        let toModules = Homography.scale(x: 1 / Double(scale), y: 1 / Double(scale))
            .then(.translation(x: -Double(zone), y: -Double(zone)))
        return View(plane: plane, toPicture: toModules.then(mesh.homography).then(view.toPicture))
    }

    /// Darker than the mean of the modules around.
    private static func areDark(_ values: [Double], width: Int, height: Int) -> [Bool] {
        let reach = 5
        return values.indices.map { index in
            let (row, column) = (index / width, index % width)
            var (sum, count) = (0.0, 0.0)
            for y in max(0, row - reach)...min(height - 1, row + reach) {
                for x in max(0, column - reach)...min(width - 1, column + reach) {
                    sum += values[y * width + x]
                    count += 1
                }
            }
            return values[index] < sum / count
        }
    }

    /// The direction of a finder pattern's edges, up to quarter turns, clockwise from the plane's rows, in radians.
    private static func edgeAngle(around center: CGPoint, reach: Double, in luma: LumaSampler) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        for v in stride(from: -reach, through: reach, by: 1) {
            for u in stride(from: -reach, through: reach, by: 1) {
                let (x, y) = (center.x + u, center.y + v)
                let dx = luma.value(x + 1, y) - luma.value(x - 1, y)
                let dy = luma.value(x, y + 1) - luma.value(x, y - 1)
                // Four times the angle is the same for all four directions.
                let (real, imaginary) = (dx * dx - dy * dy, 2 * dx * dy)
                cosine += real * real - imaginary * imaginary
                sine += 2 * real * imaginary
            }
        }
        return atan2(sine, cosine) / 4
    }
}
