import Foundation
import MetadataOutput

/// The symbols that were read in the parts of a plane, and where they are: of thousands few are near to what may be one of them that
/// was found again.
struct FoundSymbols {
    /// Of the cells that the plane is divided into, along its longer side.
    private static let mostCells = 64
    /// How many symbols there are before cells are worth having.
    private static let crowd = 64

    private(set) var all: [Symbol] = []
    /// Of each cell, which symbols reach into it; empty as long as there are few symbols, of which all are looked at.
    private var cells: [[Int]] = []
    private let (columns, rows): (Int, Int)
    private let side: Double

    init(in plane: Plane) {
        side = max(1, Double(max(plane.width, plane.height)) / Double(Self.mostCells))
        (columns, rows) = (Int(Double(plane.width) / side) + 1, Int(Double(plane.height) / side) + 1)
    }

    /// Adds a symbol that none of the first `count` is.
    mutating func append(_ symbol: Symbol, unlessAmong count: Int) {
        let center = OrientedBox(corners: symbol.corners).center
        if contains(around: center, among: count, where: { $0.isSame(as: symbol) }) { return }
        all.append(symbol)
        if all.count == Self.crowd {
            cells = Array(repeating: [], count: columns * rows)
            all.indices.forEach { note($0) }
        } else if all.count > Self.crowd {
            note(all.count - 1)
        }
    }

    private mutating func note(_ index: Int) {
        let box = CGRect(around: OrientedBox(corners: all[index].corners).corners)
        for row in cells(from: box.minY, to: box.maxY, of: rows) {
            for column in cells(from: box.minX, to: box.maxX, of: columns) {
                cells[row * columns + column].append(index)
            }
        }
    }

    private func cells(from low: Double, to high: Double, of count: Int) -> ClosedRange<Int> {
        let (first, last) = (cell(low, of: count), cell(high, of: count))
        return min(first, last)...last
    }

    /// Whether one of the first `count` symbols is as wanted; those in whose box a point lies are asked, and of the others not all.
    func contains(around point: CGPoint, among count: Int, where isWanted: (Symbol) -> Bool) -> Bool {
        guard !cells.isEmpty else { return all.prefix(count).contains(where: isWanted) }
        let near = cells[cell(point.y, of: rows) * columns + cell(point.x, of: columns)]
        return near.contains { $0 < count && isWanted(all[$0]) }
    }

    /// What is beyond the plane lies in its outermost cells, and so does what is no number.
    private func cell(_ place: Double, of count: Int) -> Int {
        place > 0 ? Int(min(place / side, Double(count - 1))) : 0
    }
}
