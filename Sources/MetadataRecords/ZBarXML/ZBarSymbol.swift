import Foundation
import MetadataOutput

/// What zbar would say of a code.
struct ZBarSymbol {
    /// Where the top of a symbol points to.
    enum Orientation: String {
        case up = "UP"
        case right = "RIGHT"
        case down = "DOWN"
        case left = "LEFT"
    }

    /// A payload, as it stands in XML.
    enum Content {
        case text(String)
        case binary([UInt8])
    }

    /// zbar's name of the symbology; ours where zbar has none.
    let type: String
    /// 1 for a matrix code, as zbar has it; the confidence in percent for others.
    let quality: Int
    let orientation: Orientation
    /// What an FNC1 at the beginning makes of it.
    let modifier: String?
    /// Whether zbar has a switch for the symbology's check digit, which is in the data.
    let hasCheckDigit: Bool
    let data: Content

    /// - Parameter size: the picture's, in pixels.
    init(_ code: MetadataMachineReadableCodeObject, in size: CGSize) {
        let expanded = code.type == .upce ? code.stringValue.flatMap(UPCE.ean13(of:)) : nil
        let type = expanded == nil ? code.type : .ean13
        self.type = Self.names[type] ?? type.name
        quality = type.isMatrixCode ? 1 : Int((code.confidence * 100).rounded())
        orientation = Self.orientation(
            of: code.corners.map { CGPoint(x: $0.x * size.width, y: $0.y * size.height) })
        modifier = Self.modifier(of: type, code.content.symbologyIdentifier)
        hasCheckDigit = Self.checked.contains(type)
        data = Self.data(expanded ?? code.stringValue, code.rawBytes)
    }

    private static let names: [MetadataObjectType: String] = [
        .qr: "QR-Code", .pdf417: "PDF417", .ean13: "EAN-13", .ean8: "EAN-8", .upce: "UPC-E", .upca: "UPC-A",
        .code39: "CODE-39", .code39Mod43: "CODE-39", .pzn: "CODE-39", .code93: "CODE-93",
        .code128: "CODE-128", .codabar: "Codabar",
        .interleaved2of5: "I2/5", .itf14: "I2/5", .gs1DataBar: "DataBar", .gs1DataBarExpanded: "DataBar-Exp",
    ]

    private static let checked: Set<MetadataObjectType> = [
        .ean13, .upca, .ean8, .gs1DataBar, .gs1DataBarExpanded,
    ]

    /// By the symbol's upright edges, its own top left being the first corner.
    private static func orientation(of corners: [CGPoint]) -> Orientation {
        let x = corners[0].x - corners[1].x + corners[3].x - corners[2].x
        let y = corners[0].y - corners[1].y + corners[3].y - corners[2].y
        return abs(x) > abs(y) ? (x < 0 ? .left : .right) : (y > 0 ? .down : .up)
    }

    private static func modifier(of type: MetadataObjectType, _ identifier: String?) -> String? {
        switch (type, identifier) {
        case (.gs1DataBar, _), (.gs1DataBarExpanded, _), (.code128, "]C1"), (.qr, "]Q3"), (.qr, "]Q4"): "GS1"
        case (.code128, "]C2"), (.qr, "]Q5"), (.qr, "]Q6"): "AIM"
        default: nil
        }
    }

    /// zbar goes by the bytes: it takes for binary what has control characters or bytes 7F to 9F, which the
    /// UTF-8 of many letters has too, and what would end the CDATA section or begins like XML.
    private static func data(_ text: String?, _ bytes: [UInt8]) -> Content {
        guard let text else { return .binary(bytes) }
        let isBinary =
            text.utf8.contains {
                (0..<0x20).contains($0) && ![9, 10, 13].contains($0) || (0x7F..<0xA0).contains($0)
            }
            // By bytes, as zbar: with a combining mark behind it the last of them is another character to Swift.
            || text.utf8.contains("]]>".utf8) || text.utf8.starts(with: "<?xml".utf8)
            || text.unicodeScalars.contains { ["\u{FFFE}", "\u{FFFF}"].contains($0) }
        return isBinary ? .binary(Array(text.utf8)) : .text(text)
    }
}
