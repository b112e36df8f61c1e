import Foundation
import MetadataOutput

extension JSONWriter {
    /// The fields of one metadata object, in the order of the schema.
    mutating func write(_ object: any MetadataObject, preview: PreviewTransform?, zones: [Zone]) {
        field("type", object.type.name)
        field("id", object.objectID)
        if !zones.isEmpty {
            field("zones", zones.filter { $0.contains(object) }) { $0.text($1.name) }
        }
        switch object {
        case let code as MetadataMachineReadableCodeObject: write(code)
        case let face as MetadataFaceObject: write(face)
        default: geometry(of: object, in: .picture)
        }
        if let preview {
            field("preview") { $0.geometry(of: object.transformed(by: preview), in: .preview) }
        }
    }

    private mutating func write(_ code: MetadataMachineReadableCodeObject) {
        let content = code.content
        geometry(of: code, in: .picture)
        if !content.isDecoded { field("decoded", false) }
        if let text = content.text { field("text", text) }
        if content.isDecoded && (code.type.isMatrixCode || content.text == nil) {
            field("bytes", base64: content.bytes)
        }
        origin(of: code)
        if let identifier = content.symbologyIdentifier { field("symbologyIdentifier", identifier) }
        if let level = content.errorCorrectionLevel { field("errorCorrectionLevel", level) }
        if let version = content.version { field("version", version) }
        if let place = content.structuredAppend {
            field("structuredAppend") {
                $0.field("index", place.index)
                $0.field("count", place.count)
                $0.field("id", place.id)
            }
        }
        if content.isMirrored { field("mirrored", true) }
        if let isInverted = content.isInverted, isInverted { field("inverted", true) }
        if !content.eci.isEmpty { field("eci", content.eci) { $0.number($1) } }
    }

    private mutating func write(_ face: MetadataFaceObject) {
        field("faceID", face.faceID)
        geometry(of: face, in: .picture)
        origin(of: face)
    }

    private mutating func origin(of object: any MetadataObject) {
        field("confidence", object.confidence, places: 4)
        field("engine", object.engine.rawValue)
        field("step", object.step)
    }
}

// MARK: - Geometry

extension JSONWriter {
    /// What lengths are counted in, which decides how many decimals tell something.
    private enum Space {
        /// 0…1 of the picture: a millionth is far below a pixel.
        case picture
        /// Points of a preview.
        case preview

        var places: Int {
            switch self {
            case .picture: 6
            case .preview: 3
            }
        }
    }

    private mutating func geometry(of object: any MetadataObject, in space: Space) {
        field("bounds") {
            $0.field("x", object.bounds.minX, places: space.places)
            $0.field("y", object.bounds.minY, places: space.places)
            $0.field("width", object.bounds.width, places: space.places)
            $0.field("height", object.bounds.height, places: space.places)
        }
        if let code = object as? MetadataMachineReadableCodeObject {
            points("corners", code.corners, in: space)
        }
        if let face = object as? MetadataFaceObject {
            angle("rollAngle", face.rollAngle)
            angle("yawAngle", face.yawAngle)
            angle("pitchAngle", face.pitchAngle)
            if !face.landmarks.isEmpty { points("landmarks", face.landmarks, in: space) }
        }
    }

    private mutating func points(_ name: String, _ points: [CGPoint], in space: Space) {
        field(name, points) { writer, point in
            writer.object {
                $0.field("x", point.x, places: space.places)
                $0.field("y", point.y, places: space.places)
            }
        }
    }

    /// Degrees, 0 ≤ angle < 360 also after rounding.
    private mutating func angle(_ name: String, _ degrees: Double?) {
        guard let degrees else { return }
        field(name, ((degrees * 100).rounded() / 100).wrappedDegrees, places: 2)
    }
}
