import MetadataOutput
import Testing

/// Texts that are long, deep or have very many fields: their content is bounded by counts, or there is none.
@Suite struct HostileContentTests {
    private static let most = 1000

    private func kind(_ text: String) -> String? { StructuredContent(text: text)?.kind }

    /// Texts with a number of fields, each of another format.
    private static let growing: [@Sendable (Int) -> String] = [
        { "WIFI:S:a;" + String(repeating: "X:y;", count: $0 - 1) + ";" },
        { "MECARD:N:a;" + String(repeating: "TEL:1;", count: $0 - 1) + ";" },
        { "BEGIN:VCARD\nVERSION:3.0\nFN:x\n" + String(repeating: "TEL:1\n", count: $0 - 4) + "END:VCARD" },
        { "BEGIN:VEVENT\nDTSTART:20260101\n" + String(repeating: "X:\n", count: $0 - 3) + "END:VEVENT" },
        { "mailto:" + String(repeating: "a@b,", count: $0 - 1) + "a@b" },
        { "sms:" + String(repeating: "1,", count: $0 - 1) + "1" },
        { "sms:1?" + String(repeating: "body=x&", count: $0) },
        { "tel:1" + String(repeating: ";a=b", count: $0) },
        { "geo:1,2" + String(repeating: ";a=b", count: $0 - 1) },
        { "otpauth://totp/x?secret=AA&" + String(repeating: "x=y&", count: $0 - 1) },
        { "BEGIN:VCARD\nVERSION:3.0\nFN:x\nORG:" + String(repeating: "a;", count: $0 - 1) + "a\nEND:VCARD" },
        {
            "@\n\u{1E}\rANSI 636000100101DL00310278DL"
                + String(repeating: "DAQ1\n", count: $0) + "\r"
        },
    ]

    @Test(arguments: 0..<12)
    func aThousandFieldsAreReadAndNoMore(format: Int) {
        let text = Self.growing[format]
        #expect(kind(text(Self.most)) != nil)
        let over = StructuredContent(text: text(Self.most + 2))
        // Of an ORG that is too long only the card without it is left.
        if case .contact(let card) = over { #expect(card.organization == nil) } else { #expect(over == nil) }
    }

    @Test func aThousandElementsAreReadAndNoMore() {
        func count(_ number: Int) -> Int? {
            let text = String(repeating: "11260101", count: number)
            let content = CodeContent(bytes: Array(text.utf8), text: text, symbologyIdentifier: "]C1")
            guard case .gs1(let elements) = StructuredContent(type: .code128, content: content) else {
                return nil
            }
            return elements.count
        }
        #expect(count(Self.most) == Self.most && count(Self.most + 1) == nil)
    }

    @Test func componentsAreNotNestedDeeply() {
        func nested(_ depth: Int) -> String {
            "BEGIN:VCARD\nVERSION:3.0\nFN:x\n" + String(repeating: "BEGIN:X\n", count: depth)
                + String(repeating: "END:X\n", count: depth) + "END:VCARD"
        }
        #expect(kind(nested(7)) == "contact" && kind(nested(8)) == nil)
        #expect(kind(String(repeating: "BEGIN:VCARD\n", count: 100_000)) == nil)
    }

    /// Very long texts without an end, of everything that is looked for: no content, and no waiting.
    @Test(arguments: [
        "WIFI:S:", "WIFI:", "MECARD:N:", "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:", "BEGIN:",
        "https://", "mailto:", "tel:",
        "sms:", "geo:", "otpauth://totp/", "M1", "@\n\u{1E}\rANSI ", "BCD\n", "",
    ])
    func longTextsWithoutAnEndAreNone(beginning: String) {
        for piece in ["\\", "=", "=\n", "\n ", "\n", ";", ":", ",", "%", "a", "\"", "@", "/01/", "\r"] {
            #expect(kind(beginning + String(repeating: piece, count: 200_000)) == nil, "\(piece)")
        }
    }

    /// A long note is a note: nothing is repeated.
    @Test func aLongNoteIsReadWhole() {
        let lines = String(repeating: " \(String(repeating: "x", count: 70))\r\n", count: 20_000)
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nNOTE:\r\n\(lines)END:VCARD\r\n"
        guard case .contact(let card) = StructuredContent(text: text) else {
            Issue.record("no contact")
            return
        }
        #expect(card.note?.utf8.count == 1_400_000)
    }
}
