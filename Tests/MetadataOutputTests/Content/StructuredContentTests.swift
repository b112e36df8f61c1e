import Foundation
import MetadataOutput
import Testing

/// What is of no kind, and which symbols' texts are looked at.
@Suite struct StructuredContentTests {
    private func object(
        _ text: String?, type: MetadataObjectType = .qr, part: StructuredAppend? = nil, isDecoded: Bool = true
    ) -> MetadataMachineReadableCodeObject {
        MetadataMachineReadableCodeObject(
            type: type, time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1,
            engine: .zxing, step: "plain", corners: [],
            content: CodeContent(bytes: [], text: text, isDecoded: isDecoded, structuredAppend: part))
    }

    @Test(arguments: [
        "", "hello", ":", "a:b", "tel", "http", "https:", "https://", "http:///path", "ftp://example.org/",
        "www.example.org", "https://exa mple.org/", "http://example.org/%zz", "http://example.org/%4",
        "https://example.org/\u{7}", "https://example.org/<a>",
        "BEGIN:VTODO\nEND:VTODO", "begin", "MATMSG:", "0123456789", "日本語", "M1", "BCD", "@",
    ])
    func aTextOfNoFormatIsNone(text: String) {
        #expect(StructuredContent(text: text) == nil)
    }

    @Test func theObjectHasWhatItsTextIs() {
        #expect(object("tel:+12015550123").structuredContent?.kind == "phone")
        #expect(object("tel:+12015550123", type: .code128).structuredContent?.kind == "phone")
        #expect(object(nil).structuredContent == nil)
        #expect(object("tel:1", isDecoded: false).structuredContent == nil)
    }

    @Test func aByteOrderMarkIsNoPartOfTheText() {
        let content = StructuredContent(text: "\u{FEFF}https://example.org/")
        #expect(content == StructuredContent(text: "https://example.org/") && content?.kind == "url")
        #expect(StructuredContent(text: "\u{FEFF}") == nil)
        #expect(StructuredContent(text: "\u{FEFF}\u{FEFF}https://example.org/") == nil)
    }

    @Test func aPartOfAMessageHasThatOfTheWhole() {
        var part = StructuredAppend(index: 1, count: 2, id: "7")
        #expect(object("tel:1", part: part).structuredContent == nil)
        part.message = StructuredAppend.Message(bytes: [], text: "sms:1")
        #expect(object("tel:1", part: part).structuredContent?.kind == "sms")
    }

    @Test func schemesMayBeCapitals() {
        for text in [
            "TEL:1", "HTTPS://EXAMPLE.ORG/", "Geo:1,2", "SMSTO:1:x", "wifi:S:a;;", "begin:VCALENDAR",
        ] {
            let isWhole = text != "begin:VCALENDAR"
            #expect((StructuredContent(text: text) != nil) == isWhole, "\(text)")
        }
    }
}
