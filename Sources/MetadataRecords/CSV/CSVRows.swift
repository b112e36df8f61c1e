import Foundation

/// Writes a record as rows of a table: one an element of its lists, or one if they have none.
struct CSVRows: FieldWriter {
    /// The columns on this level.
    private var columns: FieldTree
    /// What stands in the row to come, column by column.
    private var cells: [[UInt8]]
    /// The columns that the present element has written.
    private var written: [Int] = []
    /// Cells of the elements' rows: what the record says of the picture after a list is missing in them.
    private var rows: [[[UInt8]]] = []
    private let showsControls: Bool

    /// - Parameter showsControls: whether control characters are replaced by pictures of them.
    init(columns: FieldTree, count: Int, showsControls: Bool) {
        self.columns = columns
        cells = Array(repeating: [], count: count)
        self.showsControls = showsControls
    }

    /// The record's lines: each row has what it says of the picture; one without anything in it is left out.
    var lines: [UInt8] {
        var bytes: [UInt8] = []
        for row in rows.isEmpty ? [cells] : rows {
            let whole = zip(row, cells).map { $0.isEmpty ? $1 : $0 }
            guard whole.contains(where: { !$0.isEmpty }) else { continue }
            bytes += whole.joined(separator: [UInt8(ascii: ",")])
            bytes += "\r\n".utf8
        }
        return bytes
    }

    // MARK: Fields

    mutating func field(_ name: String, _ value: String) {
        cell(name) { CSVCell.text(of: value, showsControls: $0) }
    }

    mutating func field(_ name: String, _ value: Int) {
        cell(name) { _ in String(value) }
    }

    mutating func field(_ name: String, _ value: Bool) {
        cell(name) { _ in value ? "true" : "false" }
    }

    mutating func field(_ name: String, _ value: Double, places: Int) {
        cell(name) { _ in RecordNumber.text(of: value, places: places) }
    }

    mutating func field(_ name: String, base64 value: [UInt8]) {
        cell(name) { _ in Data(value).base64EncodedString() }
    }

    mutating func field(_ name: String, numbers: [Int]) {
        cell(name) { _ in numbers.map(String.init).joined(separator: " ") }
    }

    mutating func field(_ name: String, texts: [String]) {
        field(name, texts.joined(separator: " "))
    }

    mutating func field(_ name: String, points: [CGPoint], places: Int) {
        cell(name) { _ in
            points.flatMap { [$0.x, $0.y] }.map { RecordNumber.text(of: $0, places: places) }
                .joined(separator: " ")
        }
    }

    mutating func jsonField(_ name: String, _ body: (inout JSONWriter) -> Void) {
        cell(name) {
            var writer = JSONWriter()
            writer.object(body)
            return CSVCell.text(of: String(decoding: writer.bytes, as: UTF8.self), showsControls: $0)
        }
    }

    mutating func field(_ name: String, corners: [CGPoint], places: Int) {
        field(name) { writer in
            for (index, corner) in corners.enumerated() {
                writer.field(String(index)) { $0.write(corner, places: places) }
            }
        }
    }

    mutating func field(_ name: String, _ body: (inout CSVRows) -> Void) {
        guard let chosen = columns.child(name) else { return }
        let level = columns
        columns = chosen
        body(&self)
        columns = level
    }

    mutating func field<Element>(
        _ name: String, _ elements: [Element], _ body: (inout CSVRows, Element) -> Void
    ) {
        field(name) { writer in
            for element in elements {
                writer.written = []
                body(&writer, element)
                writer.rows.append(writer.cells)
                for column in writer.written { writer.cells[column] = [] }
            }
        }
    }

    private mutating func cell(_ name: String, _ text: (_ showsControls: Bool) -> String) {
        guard let column = columns.child(name)?.column else { return }
        cells[column] = Array(text(showsControls).utf8)
        written.append(column)
    }
}
