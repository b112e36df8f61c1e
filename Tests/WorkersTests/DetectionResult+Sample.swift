import Foundation
import MetadataOutput

extension DetectionResult {
    /// A result that has some of everything. `Scripts/fuzz messages` begins with it too.
    static var sample: DetectionResult {
        var result = DetectionResult(width: 100, height: 80)
        let corners = CGRect(x: 1, y: 2, width: 30, height: 40).corners
        var content = CodeContent(
            bytes: [97], text: "a", symbologyIdentifier: "]Q1", errorCorrectionLevel: "L", version: 2,
            structuredAppend: StructuredAppend(index: 0, count: 2, id: "x"), isInverted: false, eci: [26])
        content.descriptor = QRCodeDescriptor(
            errorCorrectedPayload: [64, 22, 16], symbolVersion: 2, maskPattern: 3,
            errorCorrectionLevel: .levelQ
        ).map(CodeDescriptor.qr)
        func reading(_ type: MetadataObjectType) -> Reading {
            Reading(
                type: type, corners: corners, content: .code(content), engine: .zxing, step: "plain",
                evidence: Evidence(source: .plain, lines: 2))
        }
        result.readings = [MetadataObjectType.qr, .code128, .interleaved2of5].map(reading)
        let others = [
            AztecCodeDescriptor(
                errorCorrectedPayload: [1, 2], isCompact: true, layerCount: 2, dataCodewordCount: 3
            ).map(CodeDescriptor.aztec),
            DataMatrixCodeDescriptor(
                errorCorrectedPayload: [3], rowCount: 8, columnCount: 18, eccVersion: .v200
            ).map(CodeDescriptor.dataMatrix),
            PDF417CodeDescriptor(
                errorCorrectedPayload: [0, 1], isCompact: false, rowCount: 3, columnCount: 30
            ).map(CodeDescriptor.pdf417),
        ]
        for (type, descriptor) in zip([MetadataObjectType.aztec, .dataMatrix, .pdf417], others) {
            content.descriptor = descriptor
            result.readings.append(reading(type))
        }
        result.refused = [
            Judgement(result.readings[0], .refused(.implausible)),
            Judgement(result.readings[1], .refused(.needsSecondOpinion(.lines(3)))),
        ]
        result.readings.append(
            Reading(
                type: .face, corners: corners,
                content: .face(FaceContent(rollAngle: 1, landmarks: corners + [.zero])),
                engine: .dlib, step: "hog",
                evidence: Evidence(
                    source: .crop, score: 1, opinions: [FaceOpinion(.filters, 1, shortfall: 0)])))
        result.failures = [EngineFailure(engine: .zbar, reason: "abort")]
        result.shares = [.face: 0.5]
        result.unread = [UnreadPlace(kind: .linearCode, corners: corners, moduleSize: 1.5)]
        result.hints = [.tooFar, .glare]
        result.views.thumbnail = PictureView(mediaType: "image/jpeg", bytes: [1, 2], width: 3, height: 4)
        return result
    }
}
