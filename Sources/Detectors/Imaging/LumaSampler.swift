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
        // Clamped as numbers first: a wild homography gives places that fit no integer.
        let px = min(max(x - 0.5, 0), Double(lastX))
        let py = min(max(y - 0.5, 0), Double(lastY))
        let (left, top) = (Int(px), Int(py))
        let (fx, fy) = (px - Double(left), py - Double(top))
        let row = samples + (top * bytesPerRow + left)
        let (right, below) = (left < lastX ? 1 : 0, top < lastY ? bytesPerRow : 0)
        let upper = Double(row[0]) * (1 - fx) + Double(row[right]) * fx
        let lower = Double(row[below]) * (1 - fx) + Double(row[below + right]) * fx
        return upper * (1 - fy) + lower * fy
    }
}
