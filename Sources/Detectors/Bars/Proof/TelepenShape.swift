/// The bars of Telepen: bytes of even parity, two modules a bit.
enum TelepenShape {
    private typealias Part = SymbolShape.Part

    /// The texts's characters one by one, and pairs of digits where it has nothing else.
    static func telepen(_ text: [UInt8]) -> [[SymbolShape.Part]] {
        guard !text.isEmpty, text.allSatisfy({ $0 < 128 }) else { return [] }
        var ways = [parts(text.map(Int.init))]
        if text.count.isMultiple(of: 2), text.allSatisfy({ 48...57 ~= $0 }) {
            ways.append(
                parts(
                    stride(from: 0, to: text.count, by: 2).map { (index: Int) -> Int in
                        let (tens, ones) = (Int(text[index] - 48), Int(text[index + 1] - 48))
                        return tens * 10 + ones + 27
                    }))
        }
        return ways
    }

    /// Whether a text may be encoded in ways that are not here: pairs of digits may come behind other characters, and a digit alone
    /// behind pairs.
    static func hasOtherWays(_ text: [UInt8]) -> Bool {
        text.suffix(2).allSatisfy { 48...57 ~= $0 }
    }

    private static func parts(_ values: [Int]) -> [SymbolShape.Part] {
        let check = (127 - values.reduce(0, +) % 127) % 127
        let characters = (values + [check]).map { value in
            Part(
                widths: patterns[value], beginsDark: true,
                rivals: patterns.indices.filter { $0 != value }.map { patterns[$0] })
        }
        let end = patterns[Int(UInt8(ascii: "z"))]
        return [Part(widths: [SymbolShape.quiet] + patterns[Int(UInt8(ascii: "_"))], beginsDark: false)]
            + characters + [Part(widths: end.dropLast() + [SymbolShape.quiet], beginsDark: true)]
    }

    /// Of each value the widths of bars and spaces: a 1 is narrow and narrow; 00 and 010 begin with a wide bar, behind which is a
    /// narrow or a wide space; else a 0 before ones and the 0 behind them are a narrow bar and a wide space.
    private static let patterns: [[Float]] = (0..<128).map { value in
        let bits = (0..<7).map { value >> $0 & 1 } + [value.nonzeroBitCount & 1]
        var widths: [Float] = []
        var place = 0
        while place < 8 {
            if bits[place] == 1 {
                widths += [1, 1]
                place += 1
                continue
            }
            let ones = bits[(place + 1)...].prefix { $0 == 1 }.count
            switch ones {
            case 0: widths += [3, 1]
            case 1: widths += [3, 3]
            default: widths += [1, 3] + Array(repeating: 1, count: 2 * (ones - 2)) + [1, 3]
            }
            place += ones + 2
        }
        return widths
    }
}
