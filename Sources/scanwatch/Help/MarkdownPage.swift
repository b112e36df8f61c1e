/// A page of documentation, in as much of Markdown as the pages under `docs` use.
struct MarkdownPage: Equatable {
    enum Block: Equatable {
        /// A heading and its number of `#`.
        case heading(Int, String)
        case paragraph(String)
        /// A list's marks, `-` or a number with a dot, and items.
        case list([[String]])
        /// Lines between fences.
        case code([String])
        /// Rows of cells, the header's first.
        case table([[String]])
    }

    /// What stands on it, in order; texts are still marked up.
    var blocks: [Block]

    init(blocks: [Block]) {
        self.blocks = blocks
    }

    init(_ text: String) {
        blocks = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if line.isEmpty { continue }
            if line.hasPrefix("```") {
                blocks.append(.code(lines.prefix { !$0.hasPrefix("```") }.map(String.init)))
                lines = lines.drop { !$0.hasPrefix("```") }.dropFirst()
                continue
            }
            let block = [line] + lines.prefix { !$0.isEmpty && !$0.hasPrefix("```") }
            if line.hasPrefix("#") {
                let level = line.prefix { $0 == "#" }.count
                blocks.append(.heading(level, String(line.dropFirst(level + 1))))
                continue
            }
            lines = lines.dropFirst(block.count - 1)
            if line.hasPrefix("|") {
                blocks.append(.table(Self.rows(block)))
            } else if Self.mark(line) != nil {
                blocks.append(.list(Self.items(block)))
            } else {
                blocks.append(.paragraph(block.joined(separator: " ")))
            }
        }
    }

    /// The sections of the second level under these headings, in the page's order, without the headings.
    func sections(_ isWanted: (String) -> Bool) -> MarkdownPage {
        var isIn = false
        return MarkdownPage(
            blocks: blocks.filter { block in
                guard case .heading(let level, let title) = block, level <= 2 else { return isIn }
                isIn = level == 2 && isWanted(title)
                return false
            })
    }

    /// The page without the sections of the second level under these headings.
    func without(_ titles: Set<String>) -> MarkdownPage {
        var isOut = false
        return MarkdownPage(
            blocks: blocks.filter { block in
                if case .heading(let level, let title) = block, level <= 2 {
                    isOut = titles.contains(title)
                }
                return !isOut
            })
    }

    /// Text without the marks for code, emphasis and links.
    static func plain(_ text: String) -> String {
        let text = text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        return text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            let isCode = index % 2 == 1
            return isCode ? part : part.replacing("**", with: "")
        }.joined()
    }

    private static func mark(_ line: Substring) -> Substring? {
        line.prefixMatch(of: #/(-|[0-9]+\.) /#)?.output.1
    }

    private static func items(_ lines: [Substring]) -> [[String]] {
        lines.reduce(into: []) { items, line in
            if let mark = mark(line) {
                items.append([String(mark), String(line.dropFirst(mark.count + 1))])
            } else {
                items[items.count - 1][1] += " " + line.drop { $0 == " " }
            }
        }
    }

    /// The cells of a table. One that is printed twice as wide to save lines, with an empty column between its
    /// halves, becomes one of normal width again.
    private static func rows(_ lines: [Substring]) -> [[String]] {
        let rows = lines.filter { !$0.hasPrefix("|-") }.map { line in
            line.replacing("\\|", with: "\u{1F}").split(separator: "|", omittingEmptySubsequences: false)
                .dropFirst().dropLast().map { cell in
                    let text = cell.replacing("\u{1F}", with: "|").drop { $0 == " " }
                    return String(text.reversed().drop { $0 == " " }.reversed())
                }
        }
        guard let header = rows.first, let gap = header.firstIndex(of: ""),
            header[..<gap] == header[(gap + 1)...]
        else { return rows }
        return [Array(header[..<gap])] + rows.dropFirst().map { Array($0[..<gap]) }
            + rows.dropFirst().map { Array($0[(gap + 1)...]) }
    }
}
