import Foundation
import MetadataOutput

/// The XML that `zbarimg --xml` writes, for who has programs that read it; see `docs/records.md`.
///
/// An element a picture, in it one a decoded code. Faces and codes that were only located have no place in it.
public struct ZBarXMLFormat: RecordFormat {
    /// Makes the format.
    public init() {}

    /// Errors give no element.
    public var includesErrors: Bool { false }

    /// The beginning of the document's element.
    public var header: [UInt8] { Array("<barcodes xmlns='http://zbar.sourceforge.net/2008/barcode'>\n".utf8) }

    /// The end of the document's element.
    public var footer: [UInt8] { Array("</barcodes>\n".utf8) }

    /// The picture's element, with its name as the system has it: what XML cannot hold shows as U+FFFD.
    public func lines(for record: Record) -> [UInt8] {
        guard case .success(let update) = record.result else { return [] }
        let size = CGSize(width: update.width, height: update.height)
        let symbols = update.objects.compactMap { $0 as? MetadataMachineReadableCodeObject }
            .filter(\.content.isDecoded).map { symbol($0, in: size) }
        var lines = "<source href='\(escaped(String(decoding: record.source, as: UTF8.self)))'>\n"
        // Only the first page of a picture is searched.
        if !symbols.isEmpty { lines += "<index num='0'>\n" + symbols.joined() + "</index>\n" }
        return Array((lines + "</source>\n").utf8)
    }

    private func symbol(_ code: MetadataMachineReadableCodeObject, in size: CGSize) -> String {
        let symbol = ZBarSymbol(code, in: size)
        var attributes = [
            ("type", symbol.type), ("quality", String(symbol.quality)),
            ("orientation", symbol.orientation.rawValue),
        ]
        if let modifier = symbol.modifier { attributes.append(("modifiers", modifier)) }
        if symbol.hasCheckDigit { attributes.append(("configs", "EMIT_CHECK")) }
        let list = attributes.map { " \($0.0)='\(escaped($0.1))'" }.joined()
        return "<symbol\(list)>\(data(symbol.data))</symbol>\n"
    }

    private func data(_ data: ZBarSymbol.Content) -> String {
        switch data {
        case .text(let text):
            return "<data><![CDATA[\(text)]]></data>"
        case .binary(let bytes):
            var lines = Data(bytes).base64EncodedString(
                options: [.lineLength76Characters, .endLineWithLineFeed])
            // zbar breaks each line of 19 groups, and breaks the last one once more.
            if !bytes.isEmpty && bytes.count.isMultiple(of: 57) { lines += "\n" }
            return "<data format='base64' length='\(bytes.count)'><![CDATA[\n\(lines)\n]]></data>"
        }
    }

    /// An attribute's value: line breaks and tabs survive, other control characters are none of XML's.
    private func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case "'": "&apos;"
            case "\t", "\n", "\r", "\u{7F}"..."\u{9F}": "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
