import Foundation
import MetadataOutput

extension Reading {
    /// A code 100 pixels wide and high, read by ZXing, or by zbar if it has a quality.
    static func code(
        _ type: MetadataObjectType, _ text: String?, lines: Int? = nil, quality: Int? = nil,
        by engine: Engine? = nil, in step: String = "plain", source: Evidence.Source = .plain,
        x: Double = 0, width: Double = 100
    ) -> Reading {
        Reading(
            type: type, corners: CGRect(x: x, y: 0, width: width, height: 100).corners,
            content: .code(CodeContent(bytes: Array((text ?? "").utf8), text: text, isDecoded: text != nil)),
            engine: engine ?? (quality == nil ? .zxing : .zbar), step: step,
            evidence: Evidence(source: source, lines: lines, quality: quality))
    }

    var text: String? {
        if case .code(let content) = content { content.text } else { nil }
    }
}
