import Foundation

/// Writes one JSON value, field by field in the order of the calls, as UTF-8 without white space.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether a value stands before the next one on this level.
    private var needsComma = false

    // MARK: Fields of an object

    mutating func field(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func field(_ name: String, _ value: Int) {
        key(name)
        raw(String(value))
    }

    mutating func field(_ name: String, _ value: Bool) {
        key(name)
        raw(value ? "true" : "false")
    }

    /// A number rounded to `places` decimals.
    mutating func field(_ name: String, _ value: Double, places: Int) {
        key(name)
        number(value, places: places)
    }

    /// Bytes in Base64.
    mutating func field(_ name: String, base64 value: [UInt8]) {
        key(name)
        string(Data(value).base64EncodedString())
    }

    /// An object whose fields `body` writes.
    mutating func field(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// A list with one element for each of `elements`, which `body` writes.
    mutating func field<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        nested("[", "]") { writer in
            for element in elements { body(&writer, element) }
        }
    }

    // MARK: Values

    /// An object whose fields `body` writes.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested("{", "}", body)
    }

    /// A whole number.
    mutating func number(_ value: Int) {
        raw(String(value))
    }

    /// A text.
    mutating func text(_ value: String) {
        string(value)
    }

    private mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func nested(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: opening))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: closing))
        needsComma = true
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes += text.utf8
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func number(_ value: Double, places: Int) {
        raw(JSONNumber.text(of: value, places: places))
    }

    private mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for scalar in value.unicodeScalars { append(scalar) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
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
