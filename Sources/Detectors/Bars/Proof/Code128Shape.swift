/// The bars of Code 128 (ISO/IEC 15417).
enum Code128Shape {
    private typealias Part = SymbolShape.Part

    /// The ways in which encoders write a text, most usual first: digits in pairs wherever that is shorter, in set B, without FNC1 in
    /// front. Pairs are also left out, begin with a run's second digit, or are made where that is no longer; what set A has too may be
    /// in it; and there may be FNC1 in front (GS1-128).
    static func code128(_ text: [UInt8]) -> [[SymbolShape.Part]] {
        guard !text.isEmpty, text.allSatisfy({ 32...126 ~= $0 || $0 == separator }) else { return [] }
        let pairs = waysOfPairs(in: text)
        let sets = text.allSatisfy { $0 < 96 } ? [Letters.b, .a] : [.b]
        var ways: [[Int]] = []
        for (letters, isGS1) in sets.flatMap({ [($0, false), ($0, true)] }) {
            for pairs in pairs {
                let way = codewords(text, pairs: pairs, letters: letters, isGS1: isGS1)
                if !ways.contains(way) { ways.append(way) }
            }
        }
        return ways.map(parts)
    }

    /// Whether an encoder may write a text in ways that are not here: not where few digits stand together, and no GS, which may be data of
    /// set A. Without control characters no encoder shifts from set A (ISO/IEC 15417, annex E).
    static func hasOtherWays(_ text: [UInt8]) -> Bool {
        text.contains(separator) || runs(in: text).count > mostRuns
    }

    /// GS, which stands for FNC1 between element strings.
    private static let separator: UInt8 = 29
    private static let fnc1 = 102
    private static let (toC, startC) = (99, 105)

    /// The set of what is no pair of digits.
    private enum Letters {
        case a, b

        var start: Int { self == .a ? 103 : 104 }
        var change: Int { self == .a ? 101 : 100 }
    }

    // MARK: - Pairs of digits

    /// Digits that stand together.
    private struct Run {
        let digits: Range<Int>
        /// Whether pairs make the symbol shorter.
        let isShorterInPairs: Bool
    }

    /// Runs that are written in all ways, each by itself.
    private static let mostRuns = 2

    /// Runs of digits that are no longer in pairs than one by one: a change of set at each end takes a codeword.
    private static func runs(in text: [UInt8]) -> [Run] {
        var runs: [Run] = []
        var place = 0
        // Whether what stands before is in pairs, of which FNC1 is no end.
        var followsPairs = false
        while place < text.count {
            let count = text[place...].prefix { 48...57 ~= $0 }.count
            let end = place + count
            let changes = (place == 0 || followsPairs ? 0 : 1) + (end == text.count ? 0 : 1)
            if count >= 2, count >= 2 * changes {
                let isShorter = followsPairs || count == text.count || count >= 2 * changes + 2
                runs.append(Run(digits: place..<end, isShorterInPairs: isShorter))
                followsPairs = isShorter && count.isMultiple(of: 2)
            } else if count > 0 || text[place] != separator {
                followsPairs = false
            }
            place = max(end, place + 1)
        }
        return runs
    }

    /// Where pairs may begin: in each run nowhere, with its first digit, or with its second.
    private static func waysOfPairs(in text: [UInt8]) -> [Set<Int>] {
        func pairs(in run: Range<Int>) -> [Int] {
            Array(stride(from: run.lowerBound, to: run.upperBound - 1, by: 2))
        }
        var ways: [[Int]] = [[]]
        for (index, run) in runs(in: text).enumerated() {
            let early = pairs(in: run.digits)
            let late = pairs(in: run.digits.dropFirst())
            var ofRun = run.isShorterInPairs ? [early] : [[], early]
            if index < mostRuns {
                if run.isShorterInPairs { ofRun.append([]) }
                if !run.digits.count.isMultiple(of: 2), run.digits.count > 2 { ofRun.append(late) }
            } else {
                ofRun = [ofRun[0]]
            }
            ways = ways.flatMap { way in ofRun.map { way + $0 } }
        }
        return ways.map(Set.init)
    }

    // MARK: - Codewords

    private static func codewords(_ text: [UInt8], pairs: Set<Int>, letters: Letters, isGS1: Bool) -> [Int] {
        var words: [Int] = []
        var isC = false
        func change(toC wantsC: Bool) {
            if words.isEmpty {
                words.append(wantsC ? startC : letters.start)
                if isGS1 { words.append(fnc1) }
            } else if wantsC != isC {
                words.append(wantsC ? toC : letters.change)
            }
            isC = wantsC
        }
        var place = 0
        while place < text.count {
            if pairs.contains(place) {
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
        let check = words.enumerated().reduce(0) { $0 + max($1.offset, 1) * $1.element } % 103
        let start = Part(widths: [SymbolShape.quiet] + patterns[words[0]], beginsDark: false)
        let characters = (words.dropFirst() + [check]).map { word in
            Part(
                widths: patterns[word], beginsDark: true,
                rivals: (0..<Letters.a.start).filter { $0 != word }.map { patterns[$0] })
        }
        return [start] + characters
            + [Part(widths: [2, 3, 3, 1, 1, 1, 2, SymbolShape.quiet], beginsDark: true)]
    }

    /// Widths of bars and spaces of each codeword, start characters A, B and C last.
    private static let patterns: [[Float]] = """
        212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
        123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
        232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
        313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
        111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
        111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
        114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
        """.split { $0 == " " || $0 == "\n" }.map { $0.utf8.map { Float($0 - 48) } }
}
