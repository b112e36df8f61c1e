import Foundation
import MetadataOutput

/// What somebody said of a picture, as far as it is judged.
public struct ReportedPicture: Sendable, Hashable {
    /// A code, decoded or only located.
    struct Code: Sendable, Hashable {
        /// The type's name in records.
        var type: String
        var text: String?
        var bytes: [UInt8]?
        /// Space: pixels of the upright picture. Nil where a reader tells no places.
        var corners: [CGPoint]?
        var engine: String

        var isDecoded: Bool { text != nil || bytes != nil }
    }

    /// A face.
    struct Face: Sendable, Hashable {
        /// Space: pixels of the upright picture.
        var box: CGRect
        /// Degrees.
        var rollAngle: Double?
        /// Degrees.
        var yawAngle: Double?
        var engine: String
    }

    var codes: [Code] = []
    var faces: [Face] = []
    /// Why it could not be searched.
    var error: String?
    /// Processor time that reading and searching it took, where that was measured.
    var processorTime: Duration?

    /// What a record says.
    public init(_ record: Record, processorTime: Duration?) {
        self.processorTime = processorTime
        switch record.result {
        case .failure(let failure): error = failure.message
        case .success(let update):
            let scale = PixelScale(width: Double(update.width), height: Double(update.height))
            for object in update.objects {
                switch object {
                case let code as MetadataMachineReadableCodeObject: codes.append(Code(code, scale))
                case let face as MetadataFaceObject: faces.append(Face(face, scale))
                default: break
                }
            }
        }
    }

    init(codes: [Code] = [], faces: [Face] = [], error: String? = nil) {
        self.codes = codes
        self.faces = faces
        self.error = error
    }
}

extension ReportedPicture.Code {
    fileprivate init(_ code: MetadataMachineReadableCodeObject, _ scale: PixelScale) {
        self.init(
            type: code.type.name, text: code.content.text, bytes: code.writtenBytes,
            corners: code.corners.map(scale.pixels), engine: code.engine.rawValue)
    }
}

extension ReportedPicture.Face {
    fileprivate init(_ face: MetadataFaceObject, _ scale: PixelScale) {
        self.init(
            box: scale.pixels(face.bounds), rollAngle: face.rollAngle, yawAngle: face.yawAngle,
            engine: face.engine.rawValue)
    }
}
