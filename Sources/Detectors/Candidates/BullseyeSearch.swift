import Foundation
import MetadataOutput

/// Looks for the middle of Aztec codes and MaxiCodes: one module and two rings of the other and its own colour.
///
/// Rows are scanned for five runs of like length between two others; a hit is confirmed along its column and by
/// twelve points on the diagonals.
enum BullseyeSearch {
    /// How many are kept, those seen in most rows first.
    static let limit = 400

    /// - Parameter view: The picture, usually shrunk to 1000 pixels; the bullseyes are in the picture's pixels.
    static func bullseyes(in view: View) -> [Bullseye] {
        let plane = view.plane
        guard min(plane.width, plane.height) >= 7 else { return [] }
        var pool = PatternPool(width: plane.width, height: plane.height)
        let window = DarkMask.window(for: view, share: 10, minimum: 15)
        for mask in DarkMask.masks(of: plane, windows: [window]) {
            mask.withPixels { scan($0, into: &pool) }
        }
        return pool.mostSeen(limit).map { $0.placed(in: view) }
    }

    private static func scan(_ pixels: DarkMask.Pixels, into pool: inout PatternPool) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: pixels.width + 1) { buffer in
            let starts = buffer.baseAddress.unsafelyUnwrapped
            for y in 0..<pixels.height {
                let count = pixels.runStarts(ofRow: y, into: starts)
                guard count > 7 else { continue }
                // The first and the last of seven runs are of any length.
                for k in 1..<count - 6 {
                    func length(_ run: Int) -> Int { Int(starts[k + run + 1]) - Int(starts[k + run]) }
                    guard areAlike(length(0), length(1), length(2), length(3), length(4)),
                        let hit = confirmed(
                            pixels, left: Int(starts[k + 2]), right: Int(starts[k + 3]), y: y,
                            module: Double(starts[k + 5] - starts[k]) / 5)
                    else { continue }
                    pool.add(hit)
                }
            }
        }
    }

    private static func areAlike(_ s0: Int, _ s1: Int, _ s2: Int, _ s3: Int, _ s4: Int) -> Bool {
        let m = Double(s0 + s1 + s2 + s3 + s4) / 5
        let limit = 0.45 * m + 0.6
        return abs(Double(s0) - m) < limit && abs(Double(s1) - m) < limit && abs(Double(s2) - m) < limit
            && abs(Double(s3) - m) < limit && abs(Double(s4) - m) < limit
    }

    /// The bullseye around a run in its middle, or nil if column and diagonals do not agree.
    private static func confirmed(
        _ pixels: DarkMask.Pixels, left: Int, right: Int, y: Int, module: Double
    ) -> Bullseye? {
        let x = (left + right) / 2
        let color = pixels[x, y]
        let longest = Int(module * 2.2) + 2
        guard
            let column = FinderRuns(in: pixels, x: x, y: y, dx: 0, dy: 1, color: color, longest: longest),
            areAlike(
                column.lengths.0, column.lengths.1, column.lengths.2, column.lengths.3, column.lengths.4)
        else { return nil }
        let size = (module + column.module * 7 / 5) / 2
        let center = CGPoint(x: Double(left + right) / 2, y: Double(y) + 0.5 + column.shift)
        // How far apart a turned square's rings are along the diagonals, in what they are along rows: 1 upright,
        // ½ at 45°. A corner of a turned square's inner ring would pass with 10 points right.
        guard
            diagonalPoints(pixels, around: center, step: size, color: color) >= 10
                || [0.8, 0.65, 0.5].contains(where: {
                    diagonalPoints(pixels, around: center, step: size * $0, color: color) >= 11
                })
        else { return nil }
        return Bullseye(center: center, moduleSize: size, isInverted: color == 0, rows: 1)
    }

    /// How many of twelve points, three on each half diagonal, have the colour of their ring.
    private static func diagonalPoints(
        _ pixels: DarkMask.Pixels, around center: CGPoint, step: Double, color: UInt8
    ) -> Int {
        var count = 0
        for ring in 1...3 {
            let distance = step * Double(ring)
            let expected = ring == 2 ? color : color ^ 1
            for (dx, dy) in [
                (-distance, -distance), (distance, -distance), (-distance, distance), (distance, distance),
            ] {
                let (x, y) = (Int((center.x + dx).rounded(.down)), Int((center.y + dy).rounded(.down)))
                if pixels.contains(x: x, y: y), pixels[x, y] == expected { count += 1 }
            }
        }
        return count
    }
}
