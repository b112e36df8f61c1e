import CYuNet
import Foundation
import MetadataOutput
import Synchronization

/// A YuNet face model, run by OpenCV.
final class YuNet: Sendable {
    /// A face in continuous coordinates of the plane.
    struct Face: Sendable {
        /// From brow to chin.
        let box: CGRect
        /// Right eye, left eye, nose tip, right and left corner of the mouth, the person's own sides.
        let points: [CGPoint]
        /// 0…1.
        let score: Double
    }

    /// The version of OpenCV.
    static var version: String { String(cString: CYuNetVersion()) }

    /// More than any picture shows at once; bounds what false alarms can cost.
    private static let capacity = 1000

    private let handle: Mutex<Handle>

    /// Reads a model.
    ///
    /// - Parameters:
    ///   - file: Bytes of an ONNX file.
    ///   - path: What errors call it.
    /// - Throws: `PayloadError` with OpenCV's own words if the file is not a YuNet model that it can run.
    init(file: Data, path: String) throws(PayloadError) {
        let pointer = try NetworkModel.read(
            file, named: "face model \(path)", expected: "a YuNet model", CYuNetMake)
        handle = Mutex(Handle(pointer: pointer))
    }

    /// Faces scored at least `limit`, best first.
    func faces(in plane: Plane, limit: Double) throws(EngineFailure) -> [Face] {
        var found = [CYuNetFace](repeating: CYuNetFace(), count: Self.capacity)
        let count = handle.withLock { handle in
            plane.withUnsafeSamples { samples in
                CYuNetFind(
                    handle.pointer, samples, Int32(plane.width), Int32(plane.height),
                    Int32(plane.bytesPerRow), Float(limit), &found, Int32(Self.capacity))
            }
        }
        guard count >= 0 else { throw EngineFailure(engine: .yunet, reason: "the face model failed") }
        return found.prefix(Int(count)).map { Face($0) }
    }

    private struct Handle: ~Copyable {
        let pointer: OpaquePointer

        deinit {
            CYuNetFree(pointer)
        }
    }
}

extension YuNet.Face {
    fileprivate init(_ face: CYuNetFace) {
        let p = face.points
        let values = [p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9].map(Double.init)
        box = CGRect(
            x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height))
        points = (0..<5).map { CGPoint(x: values[2 * $0], y: values[2 * $0 + 1]) }
        score = Double(face.score)
    }
}
