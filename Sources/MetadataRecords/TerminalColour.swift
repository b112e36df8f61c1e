/// Colours of a terminal, as its user has set them (ECMA-48, select graphic rendition).
enum TerminalColour: String {
    case green = "\u{1B}[32m"
    case blue = "\u{1B}[34m"
    case cyan = "\u{1B}[36m"

    /// Back to the colour there was.
    static let end = "\u{1B}[39m"

    /// `text` in this colour.
    func callAsFunction(_ text: String) -> String { rawValue + text + Self.end }
}
