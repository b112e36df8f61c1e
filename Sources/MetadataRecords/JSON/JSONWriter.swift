import Foundation
import MetadataOutput

/// Writes one JSON value, field by field in the order of the calls, as UTF-8.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let layout: JSONLayout
    /// The fields that are written on this level, or nil for all.
    private var fields: FieldTree?
    private var place = Place.first
    /// How many levels are open.
    private var depth = 0
    /// Whether everything goes on one line, as points do also in an indented layout.
    private var isFlat: Bool

    init(layout: JSONLayout = .line, fields: FieldTree? = nil) {
        self.layout = layout
        self.fields = fields
        isFlat = layout == .line
    }

    /// What stands before the next value.
    private enum Place {
        case first, afterName, afterValue
    }

    /// An object whose fields `body` writes.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested("{", "}", body)
    }
}

// MARK: - Fields of an object

extension JSONWriter: FieldWriter {
    mutating func field(_ name: String, _ value: String) {
        if key(name) { string(value) }
    }

    mutating func field(_ name: String, _ value: Int) {
        if key(name) { raw(String(value)) }
    }

    mutating func field(_ name: String, _ value: Bool) {
        if key(name) { raw(value ? "true" : "false") }
    }

    mutating func field(_ name: String, _ value: Double, places: Int) {
        if key(name) { raw(RecordNumber.text(of: value, places: places)) }
    }

    mutating func field(_ name: String, base64 value: [UInt8]) {
        if key(name) { string(Data(value).base64EncodedString()) }
    }

    mutating func field(_ name: String, numbers: [Int]) {
        field(name, isFlat: true) { writer in
            writer.nested("[", "]") { list in
                for number in numbers { list.raw(String(number)) }
            }
        }
    }

    mutating func field(_ name: String, texts: [String]) {
        field(name, isFlat: true) { writer in
            writer.nested("[", "]") { list in
                for text in texts { list.string(text) }
            }
        }
    }

    mutating func field(_ name: String, _ rectangle: CGRect, places: Int) {
        field(name, isFlat: true) { writer in
            writer.object { $0.write(rectangle, places: places) }
        }
    }

    /// Points are written whole, whichever of their coordinates were chosen.
    mutating func field(_ name: String, points: [CGPoint], places: Int) {
        field(name, isFlat: isFlat) { writer in
            writer.fields = nil
            writer.nested("[", "]") { list in
                for point in points { list.flatObject { $0.write(point, places: places) } }
            }
        }
    }

    mutating func field(_ name: String, corners: [CGPoint], places: Int) {
        field(name, points: corners, places: places)
    }

    mutating func field(_ name: String, _ body: (inout JSONWriter) -> Void) {
        field(name, isFlat: isFlat) { $0.object(body) }
    }

    /// All fields below it are written, as it was chosen as one.
    mutating func jsonField(_ name: String, _ body: (inout JSONWriter) -> Void) {
        field(name, isFlat: isFlat) { writer in
            writer.fields = nil
            writer.object(body)
        }
    }

    mutating func field<Element>(
        _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        field(name, isFlat: isFlat) { writer in
            writer.nested("[", "]") { list in
                for element in elements { list.object { body(&$0, element) } }
            }
        }
    }

    private mutating func flatObject(_ body: (inout JSONWriter) -> Void) {
        let wasFlat = isFlat
        separate()
        place = .afterName
        isFlat = true
        object(body)
        isFlat = wasFlat
    }

    /// A field whose value `body` writes, in which only the fields chosen below the name are written.
    private mutating func field(_ name: String, isFlat: Bool, _ body: (inout JSONWriter) -> Void) {
        guard key(name) else { return }
        let (outerFields, wasFlat) = (fields, self.isFlat)
        fields = fields?.child(name)
        self.isFlat = isFlat
        body(&self)
        (fields, self.isFlat) = (outerFields, wasFlat)
    }
}

// MARK: - Values

extension JSONWriter {
    /// Begins a field.
    ///
    /// - Returns: false, and nothing is written, if it was not chosen.
    private mutating func key(_ name: String) -> Bool {
        if let fields, fields.child(name) == nil { return false }
        string(name, in: .blue)
        bytes += layout == .line ? ":".utf8 : ": ".utf8
        place = .afterName
        return true
    }

    private mutating func nested(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: opening))
        place = .first
        depth += 1
        body(&self)
        depth -= 1
        if place == .afterValue && !isFlat { breakLine() }
        bytes.append(UInt8(ascii: closing))
        place = .afterValue
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes += text.utf8
        place = .afterValue
    }

    private mutating func separate() {
        if place == .afterName { return }
        if place == .afterValue { bytes.append(UInt8(ascii: ",")) }
        if !isFlat {
            if depth > 0 { breakLine() }
        } else if place == .afterValue && layout != .line {
            bytes.append(UInt8(ascii: " "))
        }
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func string(_ value: String, in colour: TerminalColour = .green) {
        separate()
        let isInColour = layout == .indented(inColour: true)
        if isInColour { bytes += colour.rawValue.utf8 }
        bytes.append(UInt8(ascii: "\""))
        for scalar in value.unicodeScalars { append(scalar) }
        bytes.append(UInt8(ascii: "\""))
        if isInColour { bytes += TerminalColour.end.utf8 }
        place = .afterValue
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes += #"\""#.utf8
        case "\\": bytes += #"\\"#.utf8
        case "\n": bytes += #"\n"#.utf8
        case "\r": bytes += #"\r"#.utf8
        case "\t": bytes += #"\t"#.utf8
        case _ where scalar.breaksOrSteersLines: bytes += "\\u\(hexadecimal(scalar.value, digits: 4))".utf8
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }
}
