import Foundation
import MetadataOutput
import Workers

/// Results that hold as much as a client takes, each a hard case for whoever judges them.
enum FullAnswer {
    static func result(of act: HostileAct, to request: DetectionRequest) -> DetectionResult {
        var result = DetectionResult(width: 100_000, height: 100_000)
        let most = request.mostReadings
        let count = act == .overfull ? most + 1 : act == .longTexts ? 100 : most
        result.readings = (0..<count).map { reading($0, of: act, most) }
        if act == .refused {
            result.readings.removeLast(count / 2)
            result.refused = result.readings.map { Judgement($0, .refused(.needsSecondOpinion(.lines(2)))) }
        }
        return result
    }

    private static func reading(_ number: Int, of act: HostileAct, _ most: Int) -> Reading {
        let (x, y) = (number % 64 * 40, number / 64 * 40)
        switch act {
        case .manyTexts: return code(.qr, "\(number)", CGRect(x: 100, y: 100, width: 90, height: 90))
        case .oneTextEverywhere: return code(.qr, "a", CGRect(x: x, y: y, width: 20, height: 20))
        case .crossingBars:
            let length = 100 * (1 << (number % 10))
            let box =
                number.isMultiple(of: 2)
                ? CGRect(x: 50_000 - length / 2, y: number * 12, width: length, height: 1)
                : CGRect(x: number * 12, y: 25_000 - length / 2, width: 1, height: length)
            return code(.code128, "\(number)", box)
        case .edges where number < most / 2:
            return code(.qr, "a", CGRect(x: 1107 + number % 9, y: number * 12, width: 1, height: 1))
        case .edges:
            return code(.qr, "a", CGRect(x: 0, y: 0, width: 1000, height: 24_000 + number))
        case .pieces:
            let text = String(repeating: "1", count: 4 + number % 200) + "\(number)"
            return code(.interleaved2of5, text, CGRect(x: 100, y: 100, width: 90, height: 90))
        case .longTexts:
            let text =
                "a"
                + String(
                    repeating: number.isMultiple(of: 2) ? "\u{0301}\u{0323}" : "\u{0323}\u{0301}", count: 4000
                )
            return code(.qr, text, CGRect(x: x, y: y, width: 20, height: 20))
        case .facesInCodes where number.isMultiple(of: 2):
            return Reading(
                type: .face, corners: CGRect(x: x, y: y, width: 30, height: 30).corners,
                content: .face(FaceContent(landmarks: [])), engine: .dlib, step: "hog",
                evidence: Evidence(source: .plain, score: 1))
        case .refused: return code(.code128, "\(number)", CGRect(x: x, y: y, width: 20, height: 20), lines: 1)
        default: return code(.qr, "a", CGRect(x: 100, y: 100, width: 90, height: 90))
        }
    }

    private static func code(
        _ type: MetadataObjectType, _ text: String, _ box: CGRect, lines: Int = 9
    ) -> Reading {
        Reading(
            type: type, corners: box.corners,
            content: .code(CodeContent(bytes: Array(text.utf8.prefix(16_000)), text: text)),
            engine: .zxing, step: "plain", evidence: Evidence(source: .plain, lines: lines))
    }
}
