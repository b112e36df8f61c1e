import COpenCVVideo
import Foundation
import MetadataOutput

/// A point that was followed from one plane to another.
struct FollowedPoint {
    /// Where it was, in continuous pixels.
    let start: CGPoint
    /// Where it is now.
    let end: CGPoint
    /// How far beside its start it comes back when it is followed back, in pixels.
    let error: Double
}

extension Plane {
    /// Follows points to another plane of the same size by optical flow (Lucas and Kanade, over a pyramid).
    ///
    /// - Parameters:
    ///   - points: In continuous pixels.
    ///   - window: Side of the square around a point that is compared, in pixels.
    ///   - levels: How often the planes are halved for large motions.
    /// - Returns: One a point; nil for those that were lost.
    func follow(_ points: [CGPoint], to later: Plane, window: Int, levels: Int) -> [FollowedPoint?] {
        precondition(width == later.width && height == later.height, "planes of one size")
        guard !points.isEmpty else { return [] }
        // Pixel centres are at whole numbers there.
        let starts = points.map { COpenCVVideoPoint(x: Float($0.x - 0.5), y: Float($0.y - 0.5)) }
        var ends = starts
        var errors = [Float](repeating: -1, count: points.count)
        withUnsafeSamples { memory in
            later.withUnsafeSamples { laterMemory in
                var before = COpenCVVideoPlane(of: self, at: memory)
                var after = COpenCVVideoPlane(of: later, at: laterMemory)
                let status = COpenCVVideoFollow(
                    &before, &after, starts, Int32(starts.count), Int32(window), Int32(levels), &ends, &errors
                )
                // Planes too small for a window are refused: nothing is known of them then.
                if status != 0 { errors = errors.map { _ in -1 } }
            }
        }
        return points.indices.map { index in
            guard errors[index] >= 0 else { return nil }
            return FollowedPoint(
                start: points[index],
                end: CGPoint(x: Double(ends[index].x) + 0.5, y: Double(ends[index].y) + 0.5),
                error: Double(errors[index]))
        }
    }
}

extension COpenCVVideoPlane {
    fileprivate init(of plane: Plane, at samples: UnsafePointer<UInt8>) {
        self.init(
            samples: samples, width: Int32(plane.width), height: Int32(plane.height),
            bytes_per_row: Int32(plane.bytesPerRow))
    }
}
