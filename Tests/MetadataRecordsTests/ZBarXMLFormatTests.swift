import Foundation
import MetadataOutput
import MetadataRecords
import Testing

/// What zbarimg writes for real pictures is compared in `ScanwatchTests`; here is what no sample shows.
@Suite struct ZBarXMLFormatTests {
    private func symbols(_ readings: Reading..., source: String = "a") throws -> String {
        try lines(ZBarXMLFormat(), source: source, readings)
    }

    private func qr(_ text: String) -> Reading { code(.qr, CodeContent(bytes: Array(text.utf8), text: text)) }

    private func data(_ element: String) -> String {
        """
        <source href='a'>
        <index num='0'>
        <symbol type='QR-Code' quality='1' orientation='UP'>\(element)</symbol>
        </index>
        </source>

        """
    }

    @Test func aDocumentIsOneElement() {
        let document = ZBarXMLFormat().header + ZBarXMLFormat().footer
        #expect(
            String(decoding: document, as: UTF8.self)
                == "<barcodes xmlns='http://zbar.sourceforge.net/2008/barcode'>\n</barcodes>\n")
    }

    @Test(arguments: ["", "a & b < c", "a\tb\r\nc", "]]&gt;", "é"])
    func textStandsAsItIs(text: String) throws {
        #expect(try symbols(qr(text)) == data("<data><![CDATA[\(text)]]></data>"))
    }

    @Test(arguments: [
        ("a]]>b", 5, "YV1dPmI="), ("<?xml?>", 7, "PD94bWw/Pg=="), ("\u{1D}", 1, "HQ=="),
        ("\u{7F}", 1, "fw=="),
        ("]]>\u{321}", 5, "XV0+zKE="), ("]]>\u{332}", 5, "XV0+zLI="), ("<?xml\u{332}", 7, "PD94bWzMsg=="),
        ("ß", 2, "w58="), ("\u{FFFF}", 3, "77+/"),
    ])
    func whatZbarTakesForBinaryIsBase64(text: String, length: Int, base64: String) throws {
        #expect(
            try symbols(qr(text))
                == data("<data format='base64' length='\(length)'><![CDATA[\n\(base64)\n]]></data>"))
    }

    @Test func base64HasLinesOf76() throws {
        let bytes = [UInt8](repeating: 255, count: 58)
        let lines = String(repeating: "/", count: 76) + "\n/w=="
        #expect(
            try symbols(code(.qr, CodeContent(bytes: bytes, text: nil)))
                == data("<data format='base64' length='58'><![CDATA[\n\(lines)\n]]></data>"))
    }

    @Test func aNameBreaksNothing() throws {
        let name = "a'b<c>&\"d\n\u{1B}[0m\u{85}\u{FFFE}é"
        let written = "a&apos;b&lt;c>&amp;\"d&#10;\u{FFFD}[0m&#133;\u{FFFD}é"
        #expect(try symbols(source: name) == "<source href='\(written)'>\n</source>\n")
    }

    @Test func facesAndLocatedCodesHaveNoPlace() throws {
        let located = code(.qr, CodeContent(bytes: [], text: nil, isDecoded: false))
        #expect(try symbols(located, face(FaceContent())) == "<source href='a'>\n</source>\n")
    }

    @Test func anErrorIsNoElement() {
        let record = Record(source: [], index: 0, result: .failure(PayloadError(.empty, "e")))
        #expect(ZBarXMLFormat().lines(for: record).isEmpty && !ZBarXMLFormat().includesErrors)
    }

    @Test(arguments: [
        (MetadataObjectType.aztec, "aztec"), (.dataMatrix, "dataMatrix"), (.pdf417, "PDF417"),
        (.interleaved2of5, "I2/5"), (.itf14, "I2/5"),
    ])
    func typesHaveZbarsNames(type: MetadataObjectType, name: String) throws {
        let symbol = try symbols(
            code(type, CodeContent(bytes: Array("00123456789012".utf8), text: "00123456789012")))
        #expect(symbol.contains("<symbol type='\(name)' quality='"))
    }

    @Test(arguments: [(MetadataObjectType.code128, "]C2"), (.qr, "]Q5"), (.qr, "]Q6")])
    func applicationIdentifiersAreAModifier(type: MetadataObjectType, identifier: String) throws {
        let content = CodeContent(bytes: [65, 66, 67], text: "ABC", symbologyIdentifier: identifier)
        #expect(try symbols(code(type, content)).contains(" modifiers='AIM'>"))
    }

    /// Expansions of the GS1 General Specifications, one for each kind of last digit.
    @Test(arguments: [
        ("01234505", "0012000003455"), ("01234514", "0012100003454"), ("04252614", "0042100005264"),
        ("01278906", "0012000007896"), ("01234531", "0012300000451"), ("01234543", "0012340000053"),
        ("01234558", "0012345000058"), ("01234565", "0012345000065"), ("06543217", "0065100004327"),
    ])
    func aShortUPCIsWrittenInFull(short: String, full: String) throws {
        let symbol = try symbols(code(.upce, CodeContent(bytes: Array(short.utf8), text: short)))
        #expect(
            symbol.contains("type='EAN-13' ")
                && symbol.contains(" configs='EMIT_CHECK'><data><![CDATA[\(full)]]>"))
    }
}
