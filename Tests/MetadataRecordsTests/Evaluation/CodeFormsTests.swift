import Testing

@testable import MetadataRecords

@Suite struct CodeFormsTests {
    private func form(_ type: String, _ text: String, lenient: Bool = false) -> String {
        String(decoding: CodeForms(isLenient: lenient).form(of: Array(text.utf8), type: type), as: UTF8.self)
    }

    private func reported(_ text: String?, _ bytes: [UInt8]? = nil, lenient: Bool = false) -> Set<[UInt8]> {
        CodeForms(isLenient: lenient).reported(
            ReportedPicture.Code(type: "qr", text: text, bytes: bytes, corners: nil, engine: "e"))
    }

    @Test(arguments: [
        ("01264904", "012000006494"), ("01234531", "012300000451"), ("01234547", "012340000057"),
        ("05096893", "050968000093"),
    ])
    func upceIsExpandedByItsLastDigit(short: String, full: String) {
        #expect(form("upce", short) == "0" + full)
    }

    @Test func upcBecomesEAN13() {
        #expect(form("ean13", "036000291452") == "0036000291452")
        #expect(form("upce", "05096893") == "0050968000093")
        #expect(form("ean8", "96385074") == "96385074")
        #expect(form("upce", "0509689x") == "0509689x")
    }

    @Test func bytesAreTriedInCharacterSets() {
        #expect(reported(nil, Array("測試".utf8)).contains(Array("測試".utf8)))
        #expect(reported(nil, [0xC3, 0xDE, 0xBB, 0xDE]).contains(Array("ﾃﾞｻﾞ".utf8)))  // Shift-JIS
        #expect(reported(nil, [0xB4, 0xFA, 0xB8, 0xD5]).contains(Array("測試".utf8)))  // Big5
    }

    @Test func aLenientJudgeForgivesAMistakenCharacterSet() {
        // The bytes E6 B8 AC E8 A9 A6 of 測試 taken for Latin-1.
        let mistaken = "\u{E6}\u{B8}\u{AC}\u{E8}\u{A9}\u{A6}"
        #expect(reported(mistaken, lenient: true).contains(Array("測試".utf8)))
        #expect(!reported(mistaken).contains(Array("測試".utf8)))
        #expect(reported("http\u{A5}://テスト", lenient: true).contains(Array(#"http\://テスト"#.utf8)))
        // Also where a mark follows, with which it is one character.
        #expect(reported("\u{A5}\u{301}", lenient: true).contains(Array("\\\u{301}".utf8)))
    }

    @Test func aLenientJudgeForgivesReadersDefaults() {
        #expect(
            form("gs1DataBarExpanded", "(10)567(11)010101", lenient: true)
                == form("gs1DataBarExpanded", "10567\u{1D}11010101", lenient: true))
        #expect(form("gs1DataBar", "(01)00012345678905", lenient: true) == "00012345678905")
        #expect(form("codabar", "A1234B", lenient: true) == "1234")
        #expect(form("codabar", "A1234B") == "A1234B")
        #expect(form("upce", "04963406 01", lenient: true) == "0049000006346")
        #expect(form("ean13", "4006381333931 012", lenient: true) == "4006381333931 012")
    }

    @Test func charactersAreTheSameOrNot() {
        // One letter and a letter with a combining accent: equal as Swift's strings, not as payloads.
        #expect(reported("\u{E9}").isDisjoint(with: reported("e\u{301}")))
    }
}
