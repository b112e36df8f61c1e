/// Cells as lines for a terminal.
struct TextTable {
    let rows: [[String]]
    /// From which column on cells stand at the right, as numbers do; nil for none.
    var numbersFrom: Int?

    /// Columns two spaces apart, without blanks at line ends.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, part in
                let space = String(repeating: " ", count: part.1 - part.0.count)
                return numbersFrom.map { column >= $0 } == true ? space + part.0 : part.0 + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
