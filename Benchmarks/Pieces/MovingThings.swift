import Foundation
import MetadataOutput

/// Codes and faces in rows that move to the right, each in the same way.
struct MovingThings {
    let frames: [SearchedFrame]

    /// - Parameter count: How many frames.
    init(count: Int) {
        frames = (0..<count).map { number in
            SearchedFrame(
                time: .milliseconds(33 * number), request: DetectionRequest(types: [.qr, .face]),
                shares: [.qr: 1, .face: 1], width: 1280, height: 720,
                detections: (0..<30).map { Self.detection($0, inFrame: number) })
        }
    }

    /// A sequence to track them with.
    func makeSequence() -> MetadataSequence { CaptureMetadataOutput(detector: Nothing()).makeSequence() }

    /// What the first frame says.
    var update: MetadataUpdate { makeSequence().update(for: frames[0]) }

    /// The objects of the first frame.
    var objects: [MetadataObject] { update.objects }

    private static func detection(_ place: Int, inFrame frame: Int) -> Detection {
        let box = CGRect(
            x: 20 + 120 * Double(place % 10) + 0.5 * Double(frame), y: 30 + 220 * Double(place / 10), width: 80, height: 80)
        let corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.minX, y: box.maxY), CGPoint(x: box.maxX, y: box.maxY),
            CGPoint(x: box.maxX, y: box.minY),
        ]
        let text = "thing \(place)"
        let isCode = place < 20
        let reading = Reading(
            type: isCode ? .qr : .face, corners: corners,
            content: isCode
                ? .code(CodeContent(bytes: Array(text.utf8), text: text))
                : .face(FaceContent(rollAngle: 10, yawAngle: 350, pitchAngle: 5)),
            engine: isCode ? .zxing : .dlib, step: "plain", evidence: Evidence(source: .plain, score: 1))
        return Detection(reading: reading, confidence: 1)
    }
}

/// Sees nothing.
private struct Nothing: PayloadDetector {
    var supportedTypes: Set<MetadataObjectType> { [.qr, .face] }

    func detect(_ request: DetectionRequest, in payload: Payload) throws(PayloadError) -> DetectionResult {
        throw PayloadError(.undecodable, "nothing is looked at")
    }
}
