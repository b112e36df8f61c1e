/// Rows of words in columns, for people.
public enum TextTable {
    /// One line a row: columns two spaces apart, whole numbers to the right, no blanks at line ends.
    public static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                let blanks = String(repeating: " ", count: width - cell.count)
                return Int(cell) == nil ? cell + blanks : blanks + cell
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
