import Foundation
import MetadataOutput

/// Reads a plane between its pixels; valid only within ``Plane/withUnsafeSamples(_:)``.
struct LumaSampler {
    private let samples: UnsafePointer<UInt8>
    private let bytesPerRow: Int
    private let lastX: Int
    private let lastY: Int

    init(_ plane: Plane, at samples: UnsafePointer<UInt8>) {
        self.samples = samples
        bytesPerRow = plane.bytesPerRow
        (lastX, lastY) = (plane.width - 1, plane.height - 1)
    }

    /// The value at a place in continuous coordinates, from the four pixels around; the border goes on outside.
    @inline(__always) func value(_ x: Double, _ y: Double) -> Double {
        // Clamped as numbers first: a wild homography gives places that fit no integer, and some that are no
        // number, which compare with nothing.
        let px = x > 0.5 ? min(x - 0.5, Double(lastX)) : 0
        let py = y > 0.5 ? min(y - 0.5, Double(lastY)) : 0
        let (left, top) = (Int(px), Int(py))
        let (fx, fy) = (px - Double(left), py - Double(top))
        let row = samples + (top * bytesPerRow + left)
        let (right, below) = (left < lastX ? 1 : 0, top < lastY ? bytesPerRow : 0)
        let upper = Double(row[0]) * (1 - fx) + Double(row[right]) * fx
        let lower = Double(row[below]) * (1 - fx) + Double(row[below + right]) * fx
        return upper * (1 - fy) + lower * fy
    }

    /// The values along a line, as ``value(_:_:)`` has them.
    ///
    /// - Parameters:
    ///   - start: The first place, not farther from the plane than some of its sides.
    ///   - next: The second one.
    func line(from start: CGPoint, to next: CGPoint) -> LumaLine {
        LumaLine(
            samples: samples, bytesPerRow: bytesPerRow, lastX: lastX, lastY: lastY, start: start, next: next)
    }
}

/// The values at places on a line that are equally far apart, in whole numbers: where there are thousands, what each takes to become
/// a number of another kind is most of the work.
struct LumaLine {
    /// What a grey level is in its values.
    static let level = 1 << 16

    private let samples: UnsafePointer<UInt8>
    private let bytesPerRow: Int
    /// In 2^32ths of a pixel, from the middle of the first one.
    private let lastX, lastY, x, y, dx, dy: Int

    fileprivate init(
        samples: UnsafePointer<UInt8>, bytesPerRow: Int, lastX: Int, lastY: Int, start: CGPoint, next: CGPoint
    ) {
        func fixed(_ pixels: Double) -> Int { Int((pixels * 0x1p32).rounded()) }
        (self.samples, self.bytesPerRow) = (samples, bytesPerRow)
        (self.lastX, self.lastY) = (lastX << 32, lastY << 32)
        (x, y) = (fixed(start.x - 0.5), fixed(start.y - 0.5))
        (dx, dy) = (fixed(next.x - start.x), fixed(next.y - start.y))
    }

    /// The value so many places after the first.
    @inline(__always) subscript(index: Int) -> Int {
        let (px, py) = (min(max(x &+ index &* dx, 0), lastX), min(max(y &+ index &* dy, 0), lastY))
        let (fx, fy) = (px >> 16 & 0xFFFF, py >> 16 & 0xFFFF)
        let row = samples + ((py >> 32) &* bytesPerRow &+ (px >> 32))
        let (right, below) = (px < lastX ? 1 : 0, py < lastY ? bytesPerRow : 0)
        let (a, b) = (Int(row[0]), Int(row[right]))
        let (c, d) = (Int(row[below]), Int(row[below &+ right]))
        let upper = a << 16 &+ fx &* (b &- a)
        let lower = c << 16 &+ fx &* (d &- c)
        return upper &+ (fy &* (lower &- upper)) >> 16
    }
}
