extension MarkdownPage {
    /// The page for a terminal of this many columns; only examples may be wider.
    func text(columns: Int) -> String {
        var paragraphs: [String] = []
        for block in blocks {
            switch block {
            case .heading(let level, let title):
                let title = Self.plain(title)
                let line = level < 3 ? "\n" + String(repeating: "-", count: title.count) : ""
                paragraphs.append(title + line)
            case .paragraph(let text):
                paragraphs.append(Self.wrap(Self.plain(text), columns: columns).joined(separator: "\n"))
            case .list(let items):
                paragraphs.append(Self.layout(items.map { $0.map(Self.plain) }, columns: columns, gap: 1))
            case .code(let lines):
                paragraphs.append(lines.map { "    " + $0 }.joined(separator: "\n"))
            case .table(let rows):
                paragraphs.append(Self.layout(rows.map { $0.map(Self.plain) }, columns: columns, gap: 2))
            }
        }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// Rows in columns that are as wide as their widest cell, the last one wrapped into what is left.
    private static func layout(_ rows: [[String]], columns: Int, gap: Int) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<max(0, count - 1)).map { column in
            (rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0) + gap
        }
        let indent = widths.reduce(2, +)
        return rows.map { row in
            var line = "  "
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.count)
            }
            let last = wrap(row.count == count ? row[count - 1] : "", columns: max(20, columns - indent))
            line += last.joined(separator: "\n" + String(repeating: " ", count: indent))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// Words in lines of at most `columns` characters; a longer word has a line of its own.
    private static func wrap(_ text: String, columns: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
