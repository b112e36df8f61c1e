extension MarkdownPage {
    /// The page as a part of a manual page, in mdoc(7).
    var manual: String {
        let lines = blocks.flatMap(Self.lines)
        let isAfterHeading = [false] + lines.map { $0.hasPrefix(".S") }
        return zip(lines, isAfterHeading).filter { $0 != ".Pp" || !$1 }.map { $0.0 + "\n" }.joined()
    }

    private static func lines(of block: Block) -> [String] {
        switch block {
        case .heading(let level, let title):
            return [level < 3 ? ".Sh " + argument(title.uppercased()) : ".Ss " + argument(title)]
        case .paragraph(let text):
            return [".Pp", line(plain(text))]
        case .list(let items):
            let style = items.first?.first == "-" ? ".Bl -bullet" : ".Bl -enum"
            return [style] + items.flatMap { [".It", line(plain($0[1]))] } + [".El"]
        case .code(let lines):
            return [".Bd -literal -offset indent"] + lines.map(line) + [".Ed"]
        case .table(let rows):
            let items = rows.dropFirst().flatMap { row in
                [".It " + argument(row[0]), line(plain(row.dropFirst().joined(separator: "; ")))]
            }
            return [".Bl -tag -width Ds"] + items + [".El"]
        }
    }

    /// Characters as they are, where roff would take them for something else.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "~": "\\(ti"
            case "^": "\\(ha"
            case "`": "\\(ga"
            case "'": "\\(aq"
            default: String(character)
            }
        }.joined()
    }

    private static func line(_ text: String) -> String {
        (text.hasPrefix(".") ? "\\&" : "") + escaped(text)
    }

    private static func argument(_ text: String) -> String {
        "\"" + escaped(plain(text)).replacing("\"", with: "\\(dq") + "\""
    }
}
