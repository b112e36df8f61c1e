import Foundation
import Testing

@testable import MetadataRecords

@Suite struct JSONWriterTests {
    @Test func keepsTheOrderOfTheCalls() {
        var writer = JSONWriter()
        writer.object {
            $0.field("z", 1)
            $0.field("a") { $0.field("empty", numbers: []) }
            $0.field("list", numbers: [3, 2])
            $0.field("flag", false)
            $0.field("bytes", base64: [0, 255])
            $0.field("number", 0.25, places: 2)
        }
        let text = #"{"z":1,"a":{"empty":[]},"list":[3,2],"flag":false,"bytes":"AP8=","number":0.25}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func isLaidOutForPeople() {
        var writer = JSONWriter(layout: .indented(inColour: false))
        writer.object {
            $0.field("list", [1, 2]) { $0.field("n", $1) }
            $0.field("none", [Int]()) { $0.field("n", $1) }
            $0.field("box", CGRect(x: 0, y: 0.5, width: 1, height: 2), places: 1)
            $0.field("points", points: [.zero, CGPoint(x: 1, y: 2)], places: 1)
            $0.field("numbers", numbers: [3, 4])
        }
        let text = """
            {
              "list": [
                {
                  "n": 1
                },
                {
                  "n": 2
                }
              ],
              "none": [],
              "box": {"x": 0, "y": 0.5, "width": 1, "height": 2},
              "points": [
                {"x": 0, "y": 0},
                {"x": 1, "y": 2}
              ],
              "numbers": [3, 4]
            }
            """
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func namesAndStringsAreColoured() {
        var writer = JSONWriter(layout: .indented(inColour: true))
        writer.object { $0.field("t", "\u{1B}[0m") }
        let text = "{\n  \u{1B}[34m\"t\"\u{1B}[39m: \u{1B}[32m\"\\u001b[0m\"\u{1B}[39m\n}"
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    /// Foundation is the oracle: what it reads must be what was written, for every character of the basic plane
    /// and some beyond.
    @Test func stringsReadBackAsTheyWere() throws {
        let scalars = (Array(0...0xD7FF) + Array(0xE000...0xFFFF) + [0x1F600, 0x10FFFF]).compactMap(
            Unicode.Scalar.init)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        var writer = JSONWriter()
        writer.object { $0.field("text", String(text)) }
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
        let back = try #require((object as? [String: String])?["text"])
        #expect(Array(back.unicodeScalars) == scalars)
    }

    @Test func nothingInAStringBreaksTheLine() {
        var writer = JSONWriter()
        writer.object { $0.field("t", "a\n\r\t\u{B}\u{C}\u{1B}\u{7F}\u{85}\u{2028}\u{2029}\"\\é") }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text == #"{"t":"a\n\r\t\u000b\u000c\u001b\u007f\u0085\u2028\u2029\"\\é"}"#)
    }
}
