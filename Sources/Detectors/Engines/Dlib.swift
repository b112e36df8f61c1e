import CDlib
import Foundation
import MetadataOutput

/// dlib's frontal face detector: gradient histograms (HOG) in a sliding window, five linear filters.
enum HOG {
    /// Side of the cells that gradients are counted in, in pixels; it decides how small a face may be.
    enum CellSize: Int32, Sendable {
        /// Faces of 80 pixels and more.
        case standard = 8
        /// Faces from 40 to 80 pixels, the same filters.
        case small = 4
    }

    /// A square around a face, in continuous coordinates of the plane.
    struct Face: Sendable {
        let square: CGRect
        /// Margin over the filter's threshold.
        let score: Double
        /// 0 frontal, 1 and 2 half turned aside, 3 and 4 tilted.
        let filter: Int
    }

    /// The version of dlib.
    static var version: String { String(cString: CDlibVersion()) }

    /// More than any picture shows at once; bounds what false alarms can cost.
    private static let capacity = 1000

    /// Faces scored at least `limit`, best first.
    static func faces(
        in plane: Plane, cellSize: CellSize, limit: Double
    ) throws(EngineFailure) -> [Face] {
        var found = [CDlibFace](repeating: CDlibFace(), count: capacity)
        let count = plane.withUnsafeSamples { samples in
            CDlibFindFaces(
                CDlibPlane(of: plane, at: samples), cellSize.rawValue, limit, &found, Int32(capacity))
        }
        guard count >= 0 else { throw EngineFailure(engine: .dlib, reason: "the face search failed") }
        return found.prefix(Int(count)).map { face in
            Face(
                square: CGRect(
                    x: Double(face.left), y: Double(face.top), width: Double(face.side),
                    height: Double(face.side)),
                score: face.score, filter: Int(face.filter))
        }
    }
}

/// dlib's model of a face's 68 points. May be used by several threads at once.
final class LandmarkPredictor: Sendable {
    private let handle: Handle

    /// Reads a model, which takes half a second.
    ///
    /// - Throws: ``PayloadError`` with dlib's own words if it cannot be read.
    init(path: String) throws(PayloadError) {
        var reason = [CChar](repeating: 0, count: 300)
        guard let pointer = CDlibPredictorMake(path, &reason, Int32(reason.count)) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            throw PayloadError(
                .engineFailure,
                "landmark model \(path): \(text) (Debian's package libdlib-data has it; pose 'off' needs none)"
            )
        }
        handle = Handle(pointer: pointer)
    }

    /// The 68 points of the face in a square of the plane, in continuous coordinates of the plane; the model knows
    /// whole pixels only.
    ///
    /// - Parameters:
    ///   - left: First column of the square that the face detector would draw.
    ///   - top: First row of that square.
    ///   - side: Columns and rows of it.
    func landmarks(in plane: Plane, left: Int, top: Int, side: Int) throws(EngineFailure) -> [CGPoint] {
        var points = [CDlibPoint](repeating: CDlibPoint(), count: 68)
        let status = plane.withUnsafeSamples { samples in
            CDlibPredict(
                handle.pointer, CDlibPlane(of: plane, at: samples), Int32(left), Int32(top), Int32(side),
                &points)
        }
        guard status == 0 else { throw EngineFailure(engine: .dlib, reason: "the landmark model failed") }
        return points.map { CGPoint(x: $0.x + 0.5, y: $0.y + 0.5) }
    }

    /// Owns the model. It is only read after it was made, so no lock is needed.
    private struct Handle: ~Copyable, Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer

        deinit {
            CDlibPredictorFree(pointer)
        }
    }
}

extension CDlibPlane {
    fileprivate init(of plane: Plane, at samples: UnsafePointer<UInt8>) {
        self.init(
            samples: samples, width: Int32(plane.width), height: Int32(plane.height),
            bytes_per_row: Int32(plane.bytesPerRow))
    }
}
