/// The five runs 1:1:3:1:1 through a finder pattern, along one line of pixels.
struct FinderRuns {
    /// Lengths in steps along the line.
    let lengths: (Int, Int, Int, Int, Int)
    /// From the pixel that the line was followed from to the middle of the third run, in steps.
    let shift: Double

    /// Mean width of a module, in steps.
    var module: Double { Double(lengths.0 + lengths.1 + lengths.2 + lengths.3 + lengths.4) / 7 }

    /// Whether five runs are about 1:1:3:1:1: each within `tolerance` of a module and `slack` pixels.
    static func isPattern(
        _ s0: Int, _ s1: Int, _ s2: Int, _ s3: Int, _ s4: Int, tolerance: Double = 0.55, slack: Double = 0.5
    ) -> Bool {
        guard s2 >= s1, s2 >= s3 else { return false }
        let m = Double(s0 + s1 + s2 + s3 + s4) / 7
        let limit = tolerance * m + slack
        return abs(Double(s0) - m) < limit && abs(Double(s1) - m) < limit && abs(Double(s3) - m) < limit
            && abs(Double(s4) - m) < limit && abs(Double(s2) - 3 * m) < 3 * limit
    }

    /// Follows the line through a pixel both ways, in steps of (dx, dy); nil if the pixel is not `color`, or a
    /// run is longer than `longest`, or the inner runs reach the edge of the picture.
    @inline(__always)
    init?(
        in pixels: DarkMask.Pixels, x: Int, y: Int, dx: Int, dy: Int, color: UInt8, longest: Int
    ) {
        guard pixels.contains(x: x, y: y), pixels[x, y] == color,
            let back = Self.halves(in: pixels, x: x, y: y, dx: -dx, dy: -dy, color: color, longest: longest),
            let ahead = Self.halves(in: pixels, x: x, y: y, dx: dx, dy: dy, color: color, longest: longest)
        else { return nil }
        lengths = (back.outer, back.ring, back.inner + ahead.inner + 1, ahead.ring, ahead.outer)
        shift = Double(ahead.inner - back.inner) / 2
    }

    /// Pixels of the three runs on one side, the starting pixel not counted.
    @inline(__always)
    private static func halves(
        in pixels: DarkMask.Pixels, x: Int, y: Int, dx: Int, dy: Int, color: UInt8, longest: Int
    ) -> (inner: Int, ring: Int, outer: Int)? {
        let step = dy * pixels.width + dx
        var steps = longest * 3
        if dx != 0 { steps = min(steps, dx > 0 ? pixels.width - 1 - x : x) }
        if dy != 0 { steps = min(steps, dy > 0 ? pixels.height - 1 - y : y) }
        var (here, left) = (pixels.start + (y * pixels.width + x), steps)
        func run(of value: UInt8) -> Int {
            var count = 0
            while left > 0, here[step] == value {
                here += step
                left -= 1
                count += 1
            }
            return count
        }
        let inner = run(of: color)
        let ring = run(of: color ^ 1)
        guard ring > 0, left > 0, inner <= longest, ring <= longest else { return nil }
        let outer = run(of: color)
        return outer > 0 && outer <= longest ? (inner, ring, outer) : nil
    }
}
