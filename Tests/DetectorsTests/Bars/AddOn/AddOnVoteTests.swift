import Testing

@testable import Detectors

/// What lines through an add-on say, and what they say together.
@Suite struct AddOnVoteTests {
    private static let digits = (two: Array("27".utf8), other: Array("31".utf8), five: Array("27315".utf8))

    private func digits(_ lines: [(AddOnRow, count: Int)], of rows: Int = 32) -> [UInt8]? {
        AddOnVote(lines.flatMap { Array(repeating: $0.0, count: $0.count) }, of: rows).digits
    }

    @Test func linesOfManyRowsAreBelieved() {
        #expect(digits([(.two(Self.digits.two), 12)]) == Self.digits.two)
        #expect(digits([(.five(Self.digits.five), 6)]) == Self.digits.five)
        #expect(digits([]) == nil)
    }

    /// Every fourth line of anything agrees with the parity of two digits.
    @Test func aFewLinesAreNot() {
        #expect(digits([(.two(Self.digits.two), 4)]) == nil)
        #expect(digits([(.two(Self.digits.two), 3)], of: 8) == nil)
        #expect(digits([(.five(Self.digits.five), 3)]) == nil)
        #expect(digits([(.five(Self.digits.five), 2)], of: 4) == nil)
    }

    @Test func linesThatDisagreeAreNot() {
        #expect(digits([(.two(Self.digits.two), 12), (.two(Self.digits.other), 4)]) == nil)
        #expect(digits([(.two(Self.digits.two), 16), (.two(Self.digits.other), 4)]) == Self.digits.two)
        #expect(digits([(.five(Self.digits.five), 12), (.five(Array("90000".utf8)), 4)]) == nil)
        #expect(digits([(.five(Self.digits.five), 12), (.two(Self.digits.other), 4)]) == nil)
    }

    /// Where glare hides the last three digits, two are left.
    @Test func aPieceOfFiveDigitsIsNone() {
        #expect(digits([(.two(Self.digits.two), 12), (.goesOn, 4)]) == nil)
        #expect(digits([(.two(Self.digits.two), 12), (.five(Self.digits.five), 2)]) == nil)
        #expect(digits([(.two(Self.digits.two), 12), (.five(Self.digits.five), 4)]) == Self.digits.five)
    }
}
