import Foundation

/// Some of the square blocks of a plane, such as those in which something has changed.
public struct PlaneBlocks: Sendable, Hashable {
    /// Side of a block, in pixels of the plane.
    public static let side = 8

    /// Whole blocks in a row.
    public let columns: Int
    /// Rows of whole blocks. What is left of the plane at the right and below is too narrow for anything to be in.
    public let rows: Int
    /// Whether each block belongs to them, row after row.
    public private(set) var members: [Bool]

    /// Makes a set of the blocks of a plane.
    ///
    /// - Parameters:
    ///   - width: The plane's width in pixels.
    ///   - height: The plane's height in pixels.
    ///   - isFull: Whether all of them belong to it; default none.
    public init(width: Int, height: Int, isFull: Bool = false) {
        (columns, rows) = (width / Self.side, height / Self.side)
        members = Array(repeating: isFull, count: columns * rows)
    }

    /// Makes a set of as many blocks as there are, row after row; nil if that is another number.
    public init?(columns: Int, rows: Int, members: [Bool]) {
        guard columns >= 0, rows >= 0, members.count == columns * rows else { return nil }
        (self.columns, self.rows, self.members) = (columns, rows, members)
    }

    /// Whether a block belongs to them, by its place in the rows.
    public subscript(place: Int) -> Bool {
        get { members[place] }
        set { members[place] = newValue }
    }

    /// Whether none does.
    public var isEmpty: Bool { !members.contains(true) }

    /// The share of the blocks that belong to them, 0…1.
    var share: Double { Double(members.count(where: \.self)) / Double(max(1, members.count)) }

    /// Whether two sets are of planes with as many blocks.
    func hasSizes(of other: PlaneBlocks) -> Bool { columns == other.columns && rows == other.rows }

    /// The places of the blocks that a rectangle touches; the unit square is the plane.
    func places(touchedBy box: CGRect) -> [Int] {
        let (columns, rows) = (range(box.minX, box.maxX, self.columns), range(box.minY, box.maxY, self.rows))
        return rows.flatMap { row in columns.map { row * self.columns + $0 } }
    }

    private func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int> {
        // What is no number lies nowhere.
        func place(_ share: Double) -> Double { share > 0 ? min(share * Double(count), Double(count)) : 0 }
        let (low, high) = (Int(place(first).rounded(.down)), Int(place(last).rounded(.up)))
        return low..<max(low, high)
    }

    /// The smallest rectangles around those that lie together, in blocks.
    ///
    /// - Parameter reach: How many blocks lie between two that are together, at most.
    func groups(reach: Int) -> [CGRect] {
        var isOpen = members
        var groups: [CGRect] = []
        for start in members.indices where isOpen[start] {
            isOpen[start] = false
            var waiting = [start]
            var (left, top, right, bottom) = (columns, rows, 0, 0)
            while let place = waiting.popLast() {
                let (column, row) = (place % columns, place / columns)
                (left, right) = (min(left, column), max(right, column))
                (top, bottom) = (min(top, row), max(bottom, row))
                for y in max(0, row - reach - 1)...min(rows - 1, row + reach + 1) {
                    for x in max(0, column - reach - 1)...min(columns - 1, column + reach + 1)
                    where isOpen[y * columns + x] {
                        isOpen[y * columns + x] = false
                        waiting.append(y * columns + x)
                    }
                }
            }
            groups.append(CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1))
        }
        return groups
    }
}
