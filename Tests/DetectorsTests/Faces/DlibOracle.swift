import CDlibOracle
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// dlib itself.
enum DlibOracle {
    static func faces(
        in plane: Plane, cellSize: FaceFilters.CellSize, limit: Double
    ) throws -> [FaceFilters.Face] {
        var found = [CDlibOracleFace](repeating: CDlibOracleFace(), count: 1000)
        let count = packed(plane).withUnsafeBufferPointer { samples in
            samples.baseAddress.map {
                CDlibOracleFindFaces(
                    $0, Int32(plane.width), Int32(plane.height), cellSize.rawValue, limit, &found, 1000)
            }
        }
        let wanted = try #require(count)
        try #require(wanted >= 0)
        return found.prefix(Int(wanted)).map { face in
            FaceFilters.Face(
                square: CGRect(
                    x: Double(face.left), y: Double(face.top), width: Double(face.side),
                    height: Double(face.side)),
                score: face.score, filter: Int(face.filter))
        }
    }

    /// Whole pixels.
    static func landmarks(
        of model: String, in plane: Plane, left: Int, top: Int, side: Int
    ) throws -> [CGPoint] {
        var points = [Double](repeating: 0, count: 2 * 68)
        let status = packed(plane).withUnsafeBufferPointer { samples in
            samples.baseAddress.map {
                CDlibOracleFindLandmarks(
                    model, $0, Int32(plane.width), Int32(plane.height), Int32(left), Int32(top), Int32(side),
                    &points)
            }
        }
        try #require(status == 0)
        return (0..<68).map { CGPoint(x: points[2 * $0] + 0.5, y: points[2 * $0 + 1] + 0.5) }
    }

    private static func packed(_ plane: Plane) -> [UInt8] {
        plane.withUnsafeSamples { samples in
            (0..<plane.height).flatMap { row in
                UnsafeBufferPointer(start: samples + row * plane.bytesPerRow, count: plane.width)
            }
        }
    }
}
