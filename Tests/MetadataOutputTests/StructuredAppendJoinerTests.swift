import Foundation
import Testing

@testable import MetadataOutput

@Suite struct StructuredAppendJoinerTests {
    private func part(
        _ index: Int, _ text: String, of count: Int = 3, id: String = "7", eci: [Int] = [],
        encoding: String.Encoding = .utf8, type: MetadataObjectType = .qr
    ) -> any MetadataObject {
        MetadataMachineReadableCodeObject(
            type: type, time: .zero, timeInView: .zero, bounds: .zero, objectID: index + 1, confidence: 1,
            engine: .zxing, step: "plain", corners: [],
            content: CodeContent(
                bytes: Array(text.data(using: encoding) ?? Data()), text: text,
                structuredAppend: StructuredAppend(index: index, count: count, id: id), eci: eci))
    }

    private func messages(_ objects: [any MetadataObject]) -> [String?] {
        objects.map { ($0 as? MetadataMachineReadableCodeObject)?.content.structuredAppend?.message?.text }
    }

    @Test func partsOfOnePictureAreJoinedInTheirOrder() {
        var joiner = StructuredAppendJoiner()
        let objects = [part(2, "c"), part(0, "a"), part(1, "b"), part(0, "z", id: "8")]
        #expect(messages(joiner.joined(objects)) == ["abc", "abc", "abc", nil])
    }

    @Test func partsOfSeveralFramesAreJoined() {
        var joiner = StructuredAppendJoiner()
        #expect(messages(joiner.joined([part(1, "b")])) == [nil])
        #expect(messages(joiner.joined([part(1, "b"), part(0, "a")])) == [nil, nil])
        #expect(messages(joiner.joined([])).isEmpty)
        #expect(messages(joiner.joined([part(2, "c")])) == ["abc"])
        // What was complete stays so, until another message has its id.
        #expect(messages(joiner.joined([part(0, "a")])) == ["abc"])
        #expect(messages(joiner.joined([part(0, "x")])) == [nil])
        #expect(messages(joiner.joined([part(1, "y"), part(2, "z")])) == ["xyz", "xyz"])
    }

    /// Only the last symbol of a PDF417 may say how many there are.
    @Test func oneThatKnowsTheCountIsEnough() {
        var joiner = StructuredAppendJoiner()
        #expect(messages(joiner.joined([part(0, "a", of: 0), part(1, "b", of: 0)])) == [nil, nil])
        #expect(messages(joiner.joined([part(2, "c", of: 3)])) == ["abc"])
    }

    /// ü is two bytes in UTF-8, here one in each symbol.
    @Test func aCharacterMayBeCut() throws {
        var joiner = StructuredAppendJoiner()
        let halves = ["\u{C3}", "\u{BC}"].enumerated().map { index, half in
            part(index, half, of: 2, encoding: .isoLatin1)
        }
        #expect(messages(joiner.joined(halves)) == ["ü", "ü"])
    }

    /// The bytes of both, 41 8A 4B, are likelier "AŠK".
    @Test func whatAModeNamesIsNotGuessedAgain() throws {
        var kanji = try #require(part(1, "階", of: 2) as? MetadataMachineReadableCodeObject)
        (kanji.content.bytes, kanji.content.encoding) = ([0x8A, 0x4B], "Shift_JIS")
        var joiner = StructuredAppendJoiner()
        #expect(messages(joiner.joined([part(0, "A", of: 2), kanji])) == ["A階", "A階"])
    }

    @Test func eachSymbolMayHaveItsOwnInterpretation() {
        var joiner = StructuredAppendJoiner()
        let parts = [part(0, "ü", of: 2, eci: [3], encoding: .isoLatin1), part(1, "ü", of: 2, eci: [26])]
        #expect(messages(joiner.joined(parts)) == ["üü", "üü"])
    }

    @Test func otherTypesAndIDsAreOtherMessages() {
        var joiner = StructuredAppendJoiner()
        let objects = [
            part(0, "a", of: 2), part(1, "b", of: 2, type: .dataMatrix), part(1, "b", of: 2, id: "9"),
        ]
        #expect(messages(joiner.joined(objects)) == [nil, nil, nil])
    }

    /// Ids are often the same.
    @Test func whatWasInViewLongAgoIsOfAnotherMessage() {
        var joiner = StructuredAppendJoiner()
        _ = joiner.joined([part(0, "a", of: 2)], at: .seconds(1))
        #expect(messages(joiner.joined([part(1, "b", of: 2)], at: .seconds(5))) == ["ab"])
        #expect(messages(joiner.joined([], at: .seconds(9))).isEmpty)
        #expect(messages(joiner.joined([part(0, "x", of: 2)], at: .seconds(11))) == [nil])
    }

    @Test func aClockThatBeginsAnewForgetsWhatWasInView() {
        var joiner = StructuredAppendJoiner()
        _ = joiner.joined([part(0, "a", of: 2)], at: .seconds(100))
        #expect(messages(joiner.joined([part(1, "b", of: 2)], at: .seconds(1))) == [nil])
    }

    @Test func ofTwoFirstPartsInOnePictureNoneIsJoined() {
        var joiner = StructuredAppendJoiner()
        let objects = [part(0, "a", of: 2), part(0, "x", of: 2), part(1, "b", of: 2)]
        #expect(messages(joiner.joined(objects)) == [nil, nil, nil])
        // The same part twice is no doubt.
        #expect(messages(joiner.joined([objects[0], objects[0], objects[2]])) == ["ab", "ab", "ab"])
    }

    /// As many as a picture may name are no reason to grow.
    @Test func whatWasBegunIsForgottenAfterManyOthers() {
        var joiner = StructuredAppendJoiner()
        _ = joiner.joined([part(0, "a", of: 2, id: "first")])
        _ = joiner.joined((0..<20).map { part(0, "a", of: 2, id: "\($0)") })
        #expect(messages(joiner.joined([part(1, "b", of: 2, id: "first")])) == [nil])
        #expect(messages(joiner.joined([part(1, "b", of: 2, id: "19")])) == ["ab"])
    }
}
