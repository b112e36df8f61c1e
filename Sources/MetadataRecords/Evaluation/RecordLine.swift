import Foundation

/// A record as somebody wrote it, as far as it is judged; places may be missing, for not every reader tells them.
struct RecordLine: Decodable {
    struct Object: Decodable {
        let type: String
        let text: String?
        let bytes: Data?
        let corners: [Point]?
        let bounds: Box?
        let rollAngle, yawAngle: Double?
        let engine: String?
    }

    struct Point: Decodable {
        let x, y: Double
    }

    struct Box: Decodable {
        let x, y, width, height: Double
    }

    struct Failure: Decodable {
        let message: String
    }

    let source: String
    let width, height: Double?
    let objects: [Object]?
    let error: Failure?

    /// The codes and faces in it.
    var report: ReportedPicture {
        let scale = PixelScale(width: width ?? 0, height: height ?? 0)
        let (faces, codes) = (objects ?? []).reduce(into: ([Object](), [Object]())) { parts, object in
            if object.type == "face" { parts.0.append(object) } else { parts.1.append(object) }
        }
        return ReportedPicture(
            codes: codes.map { $0.code(scale) }, faces: faces.compactMap { $0.face(scale) },
            error: error?.message)
    }
}

extension RecordLine.Object {
    fileprivate func code(_ scale: PixelScale) -> ReportedPicture.Code {
        ReportedPicture.Code(
            type: type, text: text, bytes: bytes.map(Array.init),
            corners: corners?.map { scale.pixels(CGPoint(x: $0.x, y: $0.y)) }, engine: engine ?? "")
    }

    fileprivate func face(_ scale: PixelScale) -> ReportedPicture.Face? {
        bounds.map {
            ReportedPicture.Face(
                box: scale.pixels(CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)),
                rollAngle: rollAngle, yawAngle: yawAngle, engine: engine ?? "")
        }
    }

    /// What a record that is taken for the truth says of a code; without corners nothing is at a place.
    func trueCode(_ scale: PixelScale) -> TruePicture.Code {
        let code = code(scale)
        return TruePicture.Code(type: type, text: code.text, bytes: code.bytes, corners: code.corners)
    }
}

extension RecordLine {
    /// The record as the truth about the picture `path`; nil where it says that the picture could not be searched.
    ///
    /// A record does not say what was looked for: one with objects is taken to know of their kind alone, codes or
    /// faces, and one without of both.
    func truth(path: String) -> TruePicture? {
        guard error == nil, let objects, let width, let height else { return nil }
        let scale = PixelScale(width: width, height: height)
        let faces = objects.filter { $0.type == "face" }.compactMap { $0.face(scale) }
        let codes = objects.filter { $0.type != "face" }
        return TruePicture(
            path: path, size: CGSize(width: width, height: height),
            codes: codes.isEmpty && !faces.isEmpty ? nil : codes.map { $0.trueCode(scale) },
            faces: faces.isEmpty && !codes.isEmpty
                ? nil : faces.map { .init(box: $0.box, rollAngle: $0.rollAngle, yawAngle: $0.yawAngle) })
    }
}
