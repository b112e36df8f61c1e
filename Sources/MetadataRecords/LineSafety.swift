extension Unicode.Scalar {
    /// Whether it would break a line, or steer a terminal, in output that promises one line a record: control
    /// characters, the separators that some readers take for line ends, and what has a text shown in another order
    /// (Unicode Standard Annex #9, explicit formatting).
    package var breaksOrSteersLines: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

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
