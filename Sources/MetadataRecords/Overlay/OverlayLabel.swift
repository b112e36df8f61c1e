import Foundation
import MetadataOutput

/// What is written beside an object; text that shows whatever it holds.
struct OverlayLabel {
    private let type: String
    private let content: String

    init(_ object: any MetadataObject) {
        type = object.type.name
        content =
            switch object {
            case let code as MetadataMachineReadableCodeObject: Self.content(of: code)
            case let face as MetadataFaceObject: Self.angles(of: face).joined(separator: " ")
            default: ""
            }
    }

    /// The type and what it says, all of it.
    var full: String { content.isEmpty ? type : "\(type) \(content)" }

    /// At most `count` characters: all, or without the type, or the beginning and the end of that.
    func shortened(to count: Int) -> String {
        if full.count <= count { return full }
        let text = content.isEmpty ? type : content
        if text.count <= count { return text }
        let end = max(1, count) / 3
        return text.prefix(max(1, count) - 1 - end) + "…" + text.suffix(end)
    }

    /// What a code says: its text, or why there is none.
    static func content(of code: MetadataMachineReadableCodeObject) -> String {
        if let text = code.stringValue { return MarkupText.visible(text) }
        return code.content.isDecoded ? "(\(code.rawBytes.count) bytes)" : "(not decoded)"
    }

    /// The angles that are known, in whole degrees from −180 to 180.
    static func angles(of face: MetadataFaceObject) -> [String] {
        [("roll", face.rollAngle), ("yaw", face.yawAngle), ("pitch", face.pitchAngle)].compactMap {
            name, angle in
            angle.map { "\(name) \(Int(($0 > 180 ? $0 - 360 : $0).rounded()))°" }
        }
    }

    /// The width of a text in a monospaced font, in heights of its letters.
    static func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { width, scalar in
            switch (scalar.value, scalar.properties.generalCategory) {
            case (_, .nonspacingMark), (_, .enclosingMark), (_, .format): width
            // Hangul, Chinese, Japanese, full-width forms, emoji.
            case (0x1100...0x115F, _), (0x2E80...0xA4CF, _), (0xAC00...0xD7A3, _), (0xF900...0xFAFF, _),
                (0xFE30...0xFE6F, _), (0xFF00...0xFF60, _), (0x1F300...0x3FFFD, _):
                width + 1.05
            default: width + 0.602
            }
        }
    }
}
