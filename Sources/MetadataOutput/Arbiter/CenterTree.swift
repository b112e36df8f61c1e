import Foundation

/// Points that have numbers, in a tree that is split by x and y in turns (a k-d tree). Those that were inserted are
/// found by an area in about √n steps.
struct CenterTree: Sendable {
    /// A node; its subtree is the range of nodes around it.
    private struct Node {
        let number: Int
        let center: CGPoint
        var isInserted = false
        /// The lowest number that was inserted in its subtree.
        var lowest = Int.max
    }

    private var nodes: [Node]

    /// - Parameter points: Those that may be inserted; no coordinate is NaN.
    init(of points: [(number: Int, center: CGPoint)]) {
        nodes = points.map { Node(number: $0.number, center: $0.center) }
        sort(nodes.indices, byX: true)
    }

    private mutating func sort(_ range: Range<Int>, byX: Bool) {
        guard range.count > 1 else { return }
        nodes[range].sort { Self.precedes($0, $1, byX: byX) }
        let middle = range.middle
        sort(range.lowerBound..<middle, byX: !byX)
        sort(middle + 1..<range.upperBound, byX: !byX)
    }

    private static func precedes(_ a: Node, _ b: Node, byX: Bool) -> Bool {
        byX
            ? (a.center.x, a.number) < (b.center.x, b.number)
            : (a.center.y, a.number) < (b.center.y, b.number)
    }

    /// - Parameters:
    ///   - number: One of those that may be.
    ///   - center: Its point.
    mutating func insert(_ number: Int, at center: CGPoint) {
        let wanted = Node(number: number, center: center)
        var (range, byX) = (nodes.indices, true)
        while !range.isEmpty {
            let middle = range.middle
            nodes[middle].lowest = min(nodes[middle].lowest, number)
            if nodes[middle].number == number {
                nodes[middle].isInserted = true
                return
            }
            let isBefore = Self.precedes(wanted, nodes[middle], byX: byX)
            range = isBefore ? range.lowerBound..<middle : middle + 1..<range.upperBound
            byX.toggle()
        }
    }

    /// The lowest number of a point in an area, right and lower edge excluded, that was inserted.
    ///
    /// - Parameters:
    ///   - limit: Numbers from here on do not count; nil for all.
    ///   - condition: What else must be true of it; nil ends the search with what was found before.
    func first(in area: CGRect, before limit: Int? = nil, where condition: (Int) -> Bool?) -> Int? {
        var best = limit ?? .max
        _ = search(nodes.indices, byX: true, for: area, best: &best, where: condition)
        return best < limit ?? .max ? best : nil
    }

    /// - Returns: Whether to go on.
    private func search(
        _ range: Range<Int>, byX: Bool, for area: CGRect, best: inout Int, where condition: (Int) -> Bool?
    ) -> Bool {
        guard !range.isEmpty, nodes[range.middle].lowest < best else { return true }
        let middle = range.middle
        let node = nodes[middle]
        if node.isInserted, node.number < best, area.contains(node.center) {
            guard let isMet = condition(node.number) else { return false }
            if isMet { best = node.number }
        }
        let (split, from, to) =
            byX ? (node.center.x, area.minX, area.maxX) : (node.center.y, area.minY, area.maxY)
        if from <= split,
            !search(range.lowerBound..<middle, byX: !byX, for: area, best: &best, where: condition)
        {
            return false
        }
        return to <= split
            || search(middle + 1..<range.upperBound, byX: !byX, for: area, best: &best, where: condition)
    }
}

extension Range<Int> {
    fileprivate var middle: Int { lowerBound + count / 2 }
}
