import Foundation
import MetadataOutput

/// A detector that sees what it was told to see, in every frame.
struct ScriptedDetector: Detector {
    var supportedTypes: Set<MetadataObjectType> = [.qr, .aztec, .face]
    var readings: [Reading] = []
    var refused: [Judgement] = []
    var failures: [EngineFailure] = []

    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
        DetectionResult(
            width: frame.luma.width, height: frame.luma.height, readings: readings, refused: refused,
            failures: failures)
    }
}

/// A decoder of one format of its own: two bytes, width and height, of a black picture.
struct TwoByteDecoder: PictureDecoder {
    var fileExtensions: Set<String> { ["two"] }

    func recognises(prefix: [UInt8]) -> Bool { prefix.count == 2 }

    func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
        guard bytes.count == 2 else { throw PayloadError(.undecodable, "not two bytes") }
        let (width, height) = (Int(bytes[0]), Int(bytes[1]))
        guard width * height <= limits.pixels else { throw PayloadError(.overLimit, "too many pixels") }
        return Frame(
            luma: Plane(width: width, height: height, samples: Array(repeating: 0, count: width * height)))
    }
}

extension Reading {
    /// A QR code with a box in pixels, read in the plain picture.
    static func qr(_ text: String, _ box: CGRect, step: String = "plain") -> Reading {
        Reading(
            type: .qr, corners: box.corners,
            content: .code(CodeContent(bytes: Array(text.utf8), text: text)), engine: .zxing, step: step,
            evidence: Evidence(source: .plain))
    }

    /// A face with a box in pixels.
    static func face(_ box: CGRect, roll: Double? = nil) -> Reading {
        Reading(
            type: .face, corners: box.corners, content: .face(FaceContent(rollAngle: roll)), engine: .dlib,
            step: "hog", evidence: Evidence(source: .plain, score: 1))
    }
}
