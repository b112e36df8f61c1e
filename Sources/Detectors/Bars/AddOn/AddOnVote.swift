/// What the lines through an add-on say together.
///
/// Two digits are checked by one of four parities, five by ten of thirty-two: a line that says something may be wrong, and glare makes
/// two digits of five. Lines of many rows must say the same, and next to none another thing.
struct AddOnVote {
    private var counts: [AddOnRow: Int] = [:]
    private let rows: Int

    /// - Parameter rows: What was looked at.
    init(_ lines: [AddOnRow], of rows: Int) {
        self.rows = rows
        for line in lines { counts[line, default: 0] += 1 }
    }

    /// Fewest lines, and as a share of the rows: bars of an add-on are hardly lower than the symbol's.
    private static let (fewest, share) = (3, 0.12)
    /// The same of two digits.
    private static let (fewestOfTwo, shareOfTwo) = (4, 0.25)
    /// So many times those that say another thing.
    private static let majority = 4

    /// The digits; nil where lines are too few, or say too many things.
    var digits: [UInt8]? {
        let fives = counts.compactMap { row, count in
            if case .five(let digits) = row { (digits: digits, count: count) } else { nil }
        }
        let twos = counts.compactMap { row, count in
            if case .two(let digits) = row { (digits: digits, count: count) } else { nil }
        }
        if let best = fives.max(by: { $0.count < $1.count }) {
            // Two digits that begin it are what glare left of it.
            let others =
                fives.reduce(-best.count) { $0 + $1.count }
                + twos.reduce(0) { best.digits.starts(with: $1.digits) ? $0 : $0 + $1.count }
            return isEnough(best.count, Self.fewest, Self.share) && best.count >= Self.majority * others
                ? best.digits : nil
        }
        guard let best = twos.max(by: { $0.count < $1.count }) else { return nil }
        let others = twos.reduce(-best.count) { $0 + $1.count } + counts[.goesOn, default: 0]
        return isEnough(best.count, Self.fewestOfTwo, Self.shareOfTwo)
            && best.count >= Self.majority * others
            ? best.digits : nil
    }

    private func isEnough(_ count: Int, _ fewest: Int, _ share: Double) -> Bool {
        count >= fewest && Double(count) >= share * Double(rows)
    }
}
