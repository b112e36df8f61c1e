import MetadataOutput
import MetadataRecords
import Testing

@Suite struct TextFormatTests {
    @Test func aCodeIsTypeAndText() throws {
        let content = CodeContent(bytes: [], text: "grüße")
        #expect(try lines(TextFormat(), [code(.qr, content)]) == "qr\tgrüße\n")
    }

    @Test func aLineStaysALine() throws {
        let content = CodeContent(bytes: [], text: "a\nb\tc\\d\r\u{1B}[0m\u{85}\u{2028}\u{202E}\u{2066}e")
        #expect(
            try lines(TextFormat(), [code(.qr, content)])
                == #"qr\#ta\nb\tc\\d\r\x1b[0m\u0085\u2028\u202e\u2066e"# + "\n")
    }

    @Test func bytesThatAreNoTextAreWrittenOut() throws {
        let content = CodeContent(bytes: [0, 0x41, 0xFF], text: nil)
        #expect(try lines(TextFormat(), [code(.dataMatrix, content)]) == #"dataMatrix\#t\x00\x41\xff"# + "\n")
    }

    @Test func whatHasNoTextIsATypeAlone() throws {
        let located = CodeContent(bytes: [], text: nil, isDecoded: false)
        #expect(try lines(TextFormat(), [code(.qr, located), face(FaceContent())]) == "qr\t\nface\t\n")
    }

    @Test func anErrorIsNoLine() {
        let record = Record(source: [], index: 0, result: .failure(PayloadError(.empty, "e")))
        #expect(TextFormat().lines(for: record).isEmpty)
    }
}
