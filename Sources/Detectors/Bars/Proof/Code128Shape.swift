/// The bars of Code 128 (ISO/IEC 15417).
enum Code128Shape {
    private typealias Part = SymbolShape.Part

    /// The ways in which encoders write a text, most usual first: digits in pairs wherever that is shorter, or all in set B; with FNC1
    /// in front (GS1-128) or without.
    static func code128(_ text: [UInt8]) -> [[SymbolShape.Part]] {
        guard !text.isEmpty, text.allSatisfy({ 32...126 ~= $0 || $0 == separator }) else { return [] }
        var ways: [[Int]] = []
        for isGS1 in [false, true] {
            for pairs in [Pairs.early, .late, .none] {
                let way = codewords(text, isGS1: isGS1, pairs: pairs)
                if !ways.contains(way) { ways.append(way) }
            }
        }
        return ways.map(parts)
    }

    /// The way in which a text is written along some lines, where their edges say it; nil if they do not.
    static func code128(_ text: [UInt8], seenAlong lines: BarLines) -> [SymbolShape.Part]? {
        for band in lines.wideBands {
            let words = BarEdges(in: band, by: .ofRow).firstAnswer(Code128Row.codewords)
            if let words, Code128Row.text(words) == text { return parts(words) }
        }
        return nil
    }

    /// Whether an encoder may write a text in ways that are not here: not where so many small letters leave set B alone (few are
    /// shifted from set A), no two digits stand together, and no GS, which may be data of set A.
    static func hasOtherWays(_ text: [UInt8]) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
        return text.contains(separator) || 2 * text.count { $0 >= 96 } < max(1, text.count)
            || zip(text, text.dropFirst()).contains { isDigit($0) && isDigit($1) }
    }

    /// GS, which stands for FNC1 between element strings.
    private static let separator: UInt8 = 29
    private static let fnc1 = 102
    private static let (toC, toB) = (99, 100)
    static let (startA, startB, startC) = (103, 104, 105)

    /// Where pairs of an odd run of digits begin.
    private enum Pairs {
        case early, late, none
    }

    private static func codewords(_ text: [UInt8], isGS1: Bool, pairs: Pairs) -> [Int] {
        /// How many digits follow from a place on.
        func digits(from place: Int) -> Int {
            text[place...].prefix { 48...57 ~= $0 }.count
        }
        var words: [Int] = []
        var isC = false
        func change(toC wantsC: Bool) {
            if words.isEmpty {
                words.append(wantsC ? startC : startB)
                if isGS1 { words.append(fnc1) }
            } else if wantsC != isC {
                words.append(wantsC ? toC : toB)
            }
            isC = wantsC
        }
        var place = 0
        while place < text.count {
            let run = digits(from: place)
            let isAtEnd = place == 0 || place + run == text.count
            let isWorthIt = isC ? run >= 2 : run >= (isAtEnd ? 4 : 6) || (run == 2 && text.count == 2)
            if pairs != .none, isWorthIt, isC || pairs == .early || run.isMultiple(of: 2) {
                change(toC: true)
                words.append(Int(text[place] - 48) * 10 + Int(text[place + 1] - 48))
                place += 2
            } else {
                let isFNC1 = text[place] == separator
                if !isFNC1 || words.isEmpty { change(toC: false) }
                words.append(isFNC1 ? fnc1 : Int(text[place]) - 32)
                place += 1
            }
        }
        return words
    }

    private static func parts(_ words: [Int]) -> [SymbolShape.Part] {
        let check = check(of: words)
        let start = Part(widths: [SymbolShape.quiet] + patterns[words[0]], beginsDark: false)
        let characters = (words.dropFirst() + [check]).map { word in
            Part(
                widths: patterns[word], beginsDark: true,
                rivals: (0..<startB - 1).filter { $0 != word }.map { patterns[$0] })
        }
        return [start] + characters
            + [Part(widths: stop + [SymbolShape.quiet], beginsDark: true)]
    }

    /// The check character of some codewords.
    static func check(of words: [Int]) -> Int {
        words.enumerated().reduce(0) { $0 + max($1.offset, 1) * $1.element } % 103
    }

    /// Widths of the stop character's bars and spaces.
    static let stop: [Float] = [2, 3, 3, 1, 1, 1, 2]

    /// Widths of bars and spaces of each codeword, start characters A, B and C last.
    static let patterns: [[Float]] = """
        212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
        123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
        232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
        313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
        111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
        111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
        114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
        """.split { $0 == " " || $0 == "\n" }.map { $0.utf8.map { Float($0 - 48) } }
}
