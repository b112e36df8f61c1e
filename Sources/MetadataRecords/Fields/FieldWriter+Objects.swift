import Foundation
import MetadataOutput

extension FieldWriter {
    /// The fields of one metadata object, in the order of the schema.
    mutating func write(_ object: any MetadataObject, preview: PreviewTransform?, zones: [Zone]?) {
        field("type", object.type.name)
        field("id", object.objectID)
        if let zones {
            field("zones", texts: zones.filter { $0.contains(object) }.map(\.name))
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
        if let encoding = content.encoding { field("encoding", encoding) }
        if content.isEncodingGuessed { field("encodingGuessed", true) }
        if let bytes = code.writtenBytes { field("bytes", base64: bytes) }
        origin(of: code)
        if let identifier = content.symbologyIdentifier { field("symbologyIdentifier", identifier) }
        if let level = content.errorCorrectionLevel { field("errorCorrectionLevel", level) }
        if let version = content.version { field("version", version) }
        if let mask = content.mask { field("mask", mask) }
        if let addOn = content.addOn { field("addOn", addOn) }
        if let isbn = content.isbn { field("isbn", isbn) }
        if let place = content.structuredAppend {
            field("structuredAppend") {
                $0.field("index", place.index)
                $0.field("count", place.count)
                if !place.id.isEmpty { $0.field("id", place.id) }
                if let message = place.message {
                    if let text = message.text { $0.field("text", text) }
                    $0.field("bytes", base64: message.bytes)
                }
            }
        }
        if content.isMirrored { field("mirrored", true) }
        if let isInverted = content.isInverted, isInverted { field("inverted", true) }
        if !content.eci.isEmpty { field("eci", numbers: content.eci) }
        if let structured = code.structuredContent { jsonField("content") { $0.write(structured) } }
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

extension MetadataMachineReadableCodeObject {
    /// The payload where a record has it: always of matrix codes, of others where there is no text.
    var writtenBytes: [UInt8]? {
        content.isDecoded && (type.isMatrixCode || content.text == nil) ? content.bytes : nil
    }
}

// MARK: - Geometry

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

extension FieldWriter {
    private mutating func geometry(of object: any MetadataObject, in space: Space) {
        field("bounds", object.bounds, places: space.places)
        if let code = object as? MetadataMachineReadableCodeObject {
            field("corners", corners: code.corners, places: space.places)
        }
        if let face = object as? MetadataFaceObject {
            angle("rollAngle", face.rollAngle)
            angle("yawAngle", face.yawAngle)
            angle("pitchAngle", face.pitchAngle)
            if !face.landmarks.isEmpty {
                field("landmarks", points: face.landmarks, places: space.places)
            }
        }
    }

    /// Degrees, 0 ≤ angle < 360 also after rounding.
    private mutating func angle(_ name: String, _ degrees: Double?) {
        guard let degrees else { return }
        field(name, ((degrees * 100).rounded() / 100).wrappedDegrees, places: 2)
    }
}
