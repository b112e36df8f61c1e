import CFaceMesh
import Foundation
import MetadataOutput
import Synchronization

/// A face mesh model, run by OpenCV: where a face's 468 points lie, in three dimensions, and whether it is one.
final class FaceMesh: Sendable {
    /// What the model makes of a square.
    struct Look: Sendable {
        /// 468 points in the order of MediaPipe's mesh: x and y in continuous coordinates of the square, z in the same
        /// unit, away from the camera.
        let points: [SIMD3<Double>]
        /// The logarithm of the odds that the square shows a face.
        let logit: Double
    }

    /// Columns and rows of the square that the model looks at.
    static let side = Int(CFaceMeshSide)

    private let handle: Mutex<Handle>

    /// Reads a model.
    ///
    /// - Parameters:
    ///   - file: Bytes of an ONNX file.
    ///   - path: What errors call it.
    /// - Throws: `PayloadError` with OpenCV's own words if the file is not a face mesh that it can run.
    init(file: Data, path: String) throws(PayloadError) {
        let pointer = try NetworkModel.read(
            file, named: "face mesh \(path)", expected: "MediaPipe's face mesh", CFaceMeshMake)
        handle = Mutex(Handle(pointer: pointer))
    }

    /// Looks at a square plane of ``side`` columns and rows.
    func look(at plane: Plane) throws(EngineFailure) -> Look {
        precondition(plane.width == Self.side && plane.height == Self.side, "the model's square")
        var values = [Float](repeating: 0, count: 3 * Int(CFaceMeshPoints))
        var logit: Float = 0
        let status = handle.withLock { handle in
            plane.withUnsafeSamples { samples in
                CFaceMeshFind(handle.pointer, samples, Int32(plane.bytesPerRow), &values, &logit)
            }
        }
        guard status == 0 else { throw EngineFailure(engine: .mesh, reason: "the face mesh failed") }
        let points = stride(from: 0, to: values.count, by: 3).map { (at: Int) -> SIMD3<Double> in
            SIMD3<Double>(SIMD3<Float>(values[at], values[at + 1], values[at + 2]))
        }
        return Look(points: points, logit: Double(logit))
    }

    private struct Handle: ~Copyable {
        let pointer: OpaquePointer

        deinit {
            CFaceMeshFree(pointer)
        }
    }
}
