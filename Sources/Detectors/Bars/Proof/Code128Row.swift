/// The codewords of Code 128 (ISO/IEC 15417) that edges along a row show. Encoders change between the code sets as they like: which of
/// the many ways it was is seen, not guessed.
enum Code128Row {
    /// Elements and modules of a character.
    private static let (elements, modules) = (6, Float(11))
    /// Most modules that an element of a character may be wider or narrower than it should: as the next width is.
    private static let mostError: Float = 0.9
    private static let fnc1 = 102

    /// The codewords from the start character to the last before the check character; nil if the edges are those of no whole symbol.
    ///
    /// - Parameter edges: In any unit, from the first bar's on.
    static func codewords(_ edges: ArraySlice<Float>) -> [Int]? {
        var words: [Int] = []
        var place = edges.startIndex
        while place + elements < edges.endIndex {
            if words.count > 2, place + elements + 1 < edges.endIndex,
                isStop(edges[place...place + elements + 1])
            {
                let check = words.removeLast()
                return check == Code128Shape.check(of: words) ? words : nil
            }
            guard let word = word(edges[place...place + elements]),
                words.isEmpty == (word >= Code128Shape.startA)
            else { return nil }
            words.append(word)
            place += elements
        }
        return nil
    }

    private static func isStop(_ edges: ArraySlice<Float>) -> Bool {
        error(of: edges, as: Code128Shape.stop, modules: 13) != nil
    }

    /// The character that some edges are of.
    private static func word(_ edges: ArraySlice<Float>) -> Int? {
        Code128Shape.patterns.enumerated().compactMap { word, widths in
            error(of: edges, as: widths, modules: modules).map { (error: $0, word: word) }
        }.min { $0.error < $1.error }?.word
    }

    private static func error(of edges: ArraySlice<Float>, as widths: [Float], modules: Float) -> Float? {
        guard let first = edges.first, let last = edges.last, last > first else { return nil }
        var sum: Float = 0
        for (place, width) in zip(edges.indices, widths) {
            let error = abs((edges[place + 1] - edges[place]) / (last - first) * modules - width)
            guard error < mostError else { return nil }
            sum += error
        }
        return sum
    }

    /// What codewords say, with GS for FNC1 but not for a first one; nil if they say what ASCII has not.
    static func text(_ words: [Int]) -> [UInt8]? {
        guard let start = words.first else { return nil }
        // Code sets A, B and C as their start characters.
        var (set, shifted, text) = (start, Int?.none, [UInt8]())
        for (place, word) in words.enumerated().dropFirst() {
            let current = shifted ?? set
            shifted = nil
            switch (current, word) {
            case (_, fnc1): if place > 1 { text.append(29) }
            case (Code128Shape.startC, 0...99):
                text += [UInt8(48 + word / 10), UInt8(48 + word % 10)]
            case (Code128Shape.startC, 100): set = Code128Shape.startB
            case (Code128Shape.startC, 101): set = Code128Shape.startA
            case (Code128Shape.startA, 64...95): text.append(UInt8(word - 64))
            case (_, 0...95): text.append(UInt8(word + 32))
            case (_, 96), (_, 97): break
            case (Code128Shape.startA, 98): shifted = Code128Shape.startB
            case (_, 98): shifted = Code128Shape.startA
            case (_, 99): set = Code128Shape.startC
            case (Code128Shape.startA, 100): set = Code128Shape.startB
            case (Code128Shape.startB, 101): set = Code128Shape.startA
            // FNC4: the other half of Latin-1.
            default: return nil
            }
        }
        return text
    }
}
