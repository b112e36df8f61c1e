extension Unicode.Scalar {
    /// Whether it would break a line, or steer a terminal, in output that promises one line a record: control
    /// characters, and the separators that some readers take for line ends.
    var breaksOrSteersLines: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// A number in lower-case hexadecimal with at least `digits` digits.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
