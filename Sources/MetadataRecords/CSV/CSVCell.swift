import MetadataOutput

/// Text as RFC 4180 has it in a table.
enum CSVCell {
    /// The text, in quotation marks where it needs them; otherwise exactly as it is.
    ///
    /// - Parameter showsControls: whether control characters are replaced by pictures of them, for a terminal.
    static func text(of value: String, showsControls: Bool) -> String {
        let text = showsControls ? shown(value) : value
        guard text.utf8.contains(where: { #"",\#r\#n"#.utf8.contains($0) }) else { return text }
        // By scalars: a quotation mark with a combining mark behind it is another character to Swift.
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            quoted.append(scalar)
            if scalar == "\"" { quoted.append(scalar) }
        }
        quoted.append("\"")
        return String(quoted)
    }

    private static func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            shown.append(scalar.breaksOrSteersLines ? picture(of: scalar) : scalar)
        }
        return String(shown)
    }

    /// U+241B for escape, and so on; U+FFFD where there is no picture.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
