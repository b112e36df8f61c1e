/// What a line through the bars beside an EAN or UPC symbol says of an add-on (ISO/IEC 15420, 4.3.4).
enum AddOnRow: Hashable {
    /// Two digits with light behind them.
    case two([UInt8])
    case five([UInt8])
    /// Two digits that others follow, of which some cannot be read.
    case goesOn

    /// Modules from the first bar to the last, and runs of dark and light: a start of 3 runs and 4 modules, digits of 4 and 7, and
    /// between two of them a separator of 2 and 2.
    private static func size(_ digits: Int) -> (modules: Double, runs: Int) {
        (Double(4 + 7 * digits + 2 * (digits - 1)), 3 + 4 * digits + 2 * (digits - 1))
    }

    /// Light modules before it, 7 to 12 by the standard, and behind it, 5 by the standard.
    private static let (gap, quiet) = (4.5...16.0, 3.5)
    /// By which a module may be wider or narrower than those of the symbol: seen from the side, around a bottle.
    private static let stretch = 0.65...1.3

    /// - Parameters:
    ///   - edges: Changes from light to dark and back in modules of the symbol, from one to dark on: bars of the symbol may be first.
    ///   - end: How far the line goes.
    init?(_ edges: [Double], end: Double) {
        // The symbol's last bars are a module wide; behind them is the gap.
        let last = stride(from: 1, to: min(edges.count - 1, 6), by: 2).first {
            Self.gap.contains(edges[$0 + 1] - edges[$0])
        }
        guard let last else { return nil }
        let bars = AddOnBars(Array(edges[(last + 1)...]), end: end)
        if let digits = bars.digits(5, of: Self.size(5), stretch: Self.stretch) {
            let runs = Self.size(5).runs
            // No more than five digits can be cut off by the picture's edge.
            guard bars.light(behind: runs) >= Self.quiet || bars.isLast(runs) else { return nil }
            self = .five(digits)
        } else if let digits = bars.digits(2, of: Self.size(2), stretch: Self.stretch) {
            let (runs, light) = (Self.size(2).runs, bars.light(behind: Self.size(2).runs))
            if light >= 5 {
                self = .two(digits)
            } else if light < 2.5, bars.width(of: runs + 1) < 2.5 {
                self = .goesOn
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}

/// The bars of what may be an add-on.
private struct AddOnBars {
    /// From the first bar's left edge on, in modules of the symbol.
    private let edges: [Double]
    private let end: Double

    init(_ edges: [Double], end: Double) {
        (self.edges, self.end) = (edges, end)
    }

    func width(of run: Int) -> Double {
        run + 1 < edges.count ? edges[run + 1] - edges[run] : .infinity
    }

    /// Whether there is nothing but light behind so many runs.
    func isLast(_ runs: Int) -> Bool { runs + 1 >= edges.count }

    /// The light behind so many runs, as far as the line goes.
    func light(behind runs: Int) -> Double {
        (runs + 1 < edges.count ? edges[runs + 1] : end) - edges[runs]
    }

    /// The digits of an add-on that has so many, where its parity agrees with them.
    func digits(
        _ count: Int, of size: (modules: Double, runs: Int), stretch: ClosedRange<Double>
    ) -> [UInt8]? {
        guard edges.count > size.runs else { return nil }
        let module = (edges[size.runs] - edges[0]) / size.modules
        guard stretch.contains(module) else { return nil }
        let widths = (0..<size.runs).map { width(of: $0) / module }
        // Runs whose width is known: the start, and a light and a dark one between two digits.
        let separators = (1..<count).map { 1 + 6 * $0 }.flatMap { [$0, $0 + 1] }
        let known = [0, 1, 2] + separators
        func excess(_ run: Int) -> Double { widths[run] - (run == 2 ? 2 : 1) }
        func mean(ofDark isDark: Bool) -> Double {
            let some = known.filter { $0.isMultiple(of: 2) == isDark }
            return some.reduce(0) { $0 + excess($1) } / Double(some.count)
        }
        // What ink or light has made bars wider.
        let growth = (mean(ofDark: true) - mean(ofDark: false)) / 2
        func widening(_ run: Int) -> Double { run.isMultiple(of: 2) ? growth : -growth }
        guard known.allSatisfy({ abs(excess($0) - widening($0)) <= Self.tolerance }) else { return nil }
        let seen = widths.indices.map { widths[$0] - widening($0) }
        var (digits, parities) = ([UInt8](), 0)
        for digit in 0..<count {
            let first = 3 + 6 * digit
            guard let found = AddOnDigit(Array(seen[first..<first + 4])) else { return nil }
            digits.append(UInt8(ascii: "0") + UInt8(found.value))
            parities = parities << 1 | (found.isEven ? 1 : 0)
        }
        return Self.parity(of: digits.map { Int($0 - UInt8(ascii: "0")) }) == parities ? digits : nil
    }

    /// By which runs of a known width may be off, in modules.
    private static let tolerance = 0.5

    /// By the sum of five digits, which of them have even parity, the first in the highest bit.
    private static let parities = [
        0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101,
    ]

    private static func parity(of digits: [Int]) -> Int {
        guard digits.count == 5 else { return (10 * digits[0] + digits[1]) % 4 }
        return parities[(3 * (digits[0] + digits[2] + digits[4]) + 9 * (digits[1] + digits[3])) % 10]
    }
}

/// A digit of the left half by the widths of its four runs, the first of them light.
private struct AddOnDigit {
    let value: Int
    let isEven: Bool

    /// Widths in modules that are those of each digit, of odd parity and then of even.
    private static let widths: [[Double]] = (EANPatterns.odd + EANPatterns.even).map { pattern in
        let modules = EANPatterns.modules(pattern)
        var runs = [1.0]
        for (before, module) in zip(modules, modules.dropFirst()) {
            if module == before { runs[runs.count - 1] += 1 } else { runs.append(1) }
        }
        return runs
    }
    /// Largest sum of squares of what widths are off by, and the least by which another digit's must be larger: an edge halfway from
    /// one digit to another is off by half a module in two runs.
    private static let (farthest, margin) = (0.6, 0.35)

    init?(_ runs: [Double]) {
        let module = runs.reduce(0, +) / 7
        guard 0.8...1.2 ~= module else { return nil }
        let costs = Self.widths.map { widths in
            zip(widths, runs).reduce(0) { $0 + ($1.0 - $1.1 / module) * ($1.0 - $1.1 / module) }
        }
        let order = costs.indices.sorted { costs[$0] < costs[$1] }
        guard costs[order[0]] <= Self.farthest, costs[order[1]] - costs[order[0]] >= Self.margin else {
            return nil
        }
        (value, isEven) = (order[0] % 10, order[0] >= 10)
    }
}
