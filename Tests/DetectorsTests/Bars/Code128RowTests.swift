import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Encoders change between Code 128's sets as they like: what is proved is the way that is seen.
@Suite struct Code128RowTests {
    /// Widths of the elements from the first bar to the last.
    private static func widths(_ words: [Int]) -> [Float] {
        (words + [Code128Shape.check(of: words)]).flatMap { Code128Shape.patterns[$0] } + Code128Shape.stop
    }

    private static func edges(_ words: [Int]) -> [Float] {
        widths(words).reduce(into: [Float(5)]) { $0.append(($0.last ?? 0) + 2.5 * $1) }
    }

    private static let ways: [(text: String, words: [Int])] = [
        // B, then two pairs of five digits in C, and B again.
        ("abc12345def", [104, 65, 66, 67, 17, 99, 23, 45, 100, 68, 69, 70]),
        // From A, with two digits in C at the end.
        ("ABCDEFGH12", [103, 33, 34, 35, 36, 37, 38, 39, 40, 99, 12]),
        // GS1: FNC1 in front, and one between digits in C and letters in B.
        ("10123456\u{1D}21AB", [105, 102, 10, 12, 34, 56, 102, 21, 100, 33, 34]),
        // One small letter shifted from A.
        ("AB!cD", [103, 33, 34, 1, 98, 67, 36]),
    ]

    @Test(arguments: ways) func codewordsAreSeen(text: String, words: [Int]) {
        #expect(Code128Row.codewords(Self.edges(words)[...]) == words)
        #expect(Code128Row.text(words) == Array(text.utf8))
    }

    @Test func whatIsNoWholeSymbolHasNone() {
        let edges = Self.edges([104, 65, 66, 67])
        #expect(Code128Row.codewords(edges.dropLast(3)) == nil)
        #expect(Code128Row.codewords(edges.dropFirst(6)) == nil)
        // Another check character.
        var wrong = Self.widths([104, 65, 66, 67])
        wrong.replaceSubrange(24..<30, with: Code128Shape.patterns[3])
        let moved = wrong.reduce(into: [Float(0)]) { $0.append(($0.last ?? 0) + $1) }
        #expect(Code128Row.codewords(moved[...]) == nil)
        #expect(Code128Row.codewords([]) == nil)
        // FNC4.
        #expect(Code128Row.text([104, 100, 33]) == nil)
    }

    @Test(arguments: ways, [false, true])
    func eachWayIsReadAndProved(way: (text: String, words: [Int]), isInverted: Bool) throws {
        let modules = [Float](repeating: 10, count: 1) + Self.widths(way.words) + [10]
        let scale: Float = 3
        let width = Int(modules.reduce(0, +) * scale)
        var row: [UInt8] = []
        for (place, count) in modules.enumerated() {
            let isDark = !place.isMultiple(of: 2) != isInverted
            row += [UInt8](repeating: isDark ? 20 : 235, count: Int(count * scale))
        }
        let plane = Plane(width: width, height: 120) { samples in
            for index in samples.indices {
                let isMargin = !(20..<100).contains(index / width)
                samples[index] = isMargin ? (isInverted ? 20 : 235) : row[index % width]
            }
        }
        let result = try CodeDetector().detect(
            DetectionRequest(types: [.code128]).unhurried, in: Frame(luma: plane))
        let accepted = ReadingArbiter().detections(result.readings)
        #expect(accepted.count == 1)
        let reading = try #require(accepted.first?.reading)
        guard case .code(let content) = reading.content else { return }
        #expect(content.bytes == Array(way.text.utf8))
        #expect(reading.evidence.proof?.isClear == true)
    }
}
