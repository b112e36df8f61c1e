import MetadataOutput

/// A number in lower-case hexadecimal with at least `digits` digits.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A text on one line that steers nothing: escaped as `printf '%b'` understands it.
func lineSafe(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where scalar.value < 0x80 && scalar.breaksOrSteersLines: lineSafe([UInt8(scalar.value)])
        case _ where scalar.breaksOrSteersLines: "\\u" + hexadecimal(scalar.value, digits: 4)
        default: String(scalar)
        }
    }.joined()
}

/// Bytes that are no text, in the same way.
func lineSafe(_ bytes: [UInt8]) -> String {
    bytes.map { "\\x" + hexadecimal(UInt32($0), digits: 2) }.joined()
}
