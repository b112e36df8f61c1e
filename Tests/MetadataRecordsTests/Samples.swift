import Foundation
import MetadataOutput
import MetadataRecords

// Objects and records for the tests of this target, made through the metadata output as in real life.

/// Reports the same readings of every frame.
private struct FixedDetector: PayloadDetector {
    let supportedTypes = Set(MetadataObjectType.all)
    let result: DetectionResult

    func detect(
        _ request: DetectionRequest, in payload: Payload
    ) throws(PayloadError) -> DetectionResult { result }
}

/// A code in a 100 × 50 picture; its corners are (10, 10), (10, 30), (30, 30), (30, 10).
func code(_ type: MetadataObjectType, _ content: CodeContent) -> Reading {
    Reading(
        type: type, corners: CGRect(x: 10, y: 10, width: 20, height: 20).corners, content: .code(content),
        engine: .zxing, step: "plain", evidence: Evidence(source: .plain, lines: 9))
}

/// A face in the same picture, its box from (50, 0) to (75, 25).
func face(_ content: FaceContent) -> Reading {
    Reading(
        type: .face, corners: CGRect(x: 50, y: 0, width: 25, height: 25).corners, content: .face(content),
        engine: .dlib, step: "upright", evidence: Evidence(source: .plain, score: 1))
}

/// What the metadata output says of a 100 × 50 picture with these readings.
func update(_ readings: [Reading], failures: [EngineFailure] = []) throws -> MetadataUpdate {
    let result = DetectionResult(width: 100, height: 50, readings: readings, failures: failures)
    let output = CaptureMetadataOutput(detector: FixedDetector(result: result))
    try output.setMetadataObjectTypes(Set(MetadataObjectType.all))
    output.setOptions { $0.includesUndecoded = true }
    let update = try output.update(for: .encoded([], limits: .standard))
    // Confidence is the arbiter's and none of the records' business.
    var fixed = update
    fixed.objects = update.objects.map { object in
        switch object {
        case var code as MetadataMachineReadableCodeObject:
            code.confidence = 0.98765
            return code
        case var face as MetadataFaceObject:
            face.confidence = 0.5
            return face
        default: return object
        }
    }
    return fixed
}

/// The lines a format makes of readings.
func lines(
    _ format: some RecordFormat, source: String = "a.png", _ readings: [Reading],
    failures: [EngineFailure] = []
) throws -> String {
    let update = try update(readings, failures: failures)
    let record = Record(source: Array(source.utf8), index: 3, result: .success(update))
    return String(decoding: format.lines(for: record), as: UTF8.self)
}
