/// Text that is equal to another if all but its decimal fractions is the same and those are close.
///
/// Libraries choose other instructions on other processors, which moves a measured corner by a thousandth of a
/// pixel; whole numbers, texts and the order of everything must still be the same.
struct NumberTolerantText: Equatable, CustomStringConvertible {
    let description: String
    private let words: [Substring]
    private let numbers: [Double]

    init(_ text: String) {
        description = text
        let fractions = text.matches(of: /-?\d+\.\d+/)
        var (words, numbers) = ([Substring](), [Double]())
        var start = text.startIndex
        for fraction in fractions {
            words.append(text[start..<fraction.range.lowerBound])
            numbers.append(Double(fraction.output) ?? .nan)
            start = fraction.range.upperBound
        }
        (self.words, self.numbers) = (words + [text[start...]], numbers)
    }

    static func == (a: Self, b: Self) -> Bool {
        a.words == b.words
            && zip(a.numbers, b.numbers).allSatisfy { abs($0 - $1) <= max(0.0005, 0.0005 * abs($0)) }
    }
}
