/// Text of pictures and file names on its way into XML and HTML: whatever it holds, it stays text.
enum MarkupText {
    /// `text` for element content and quoted attributes; what XML 1.0 forbids becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        // Most text, and all Base64, needs nothing.
        guard text.utf8.contains(where: mayNeedEscape) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n", "\r": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "*")...UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: " "):
            false
        default: true
        }
    }

    /// `text` as people see all of it: control characters as their pictures, marks that steer the direction of
    /// writing and other invisible ones as `\u…`, so that no text shows as another.
    static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch (scalar.value, scalar.properties.generalCategory) {
            case (0..<0x20, _): result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case (0x7F, _): result.append("\u{2421}")
            // Joiners belong to how some scripts and emoji are written.
            case (0x200C...0x200D, _): result.append(scalar)
            case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
                result.append(contentsOf: "\\u\(hexadecimal(scalar.value, digits: 4))".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
