import MetadataOutput
import Testing

@Suite struct GS1ElementTests {
    private typealias Element = StructuredContent.GS1Element

    private func elements(
        _ text: String, type: MetadataObjectType = .dataMatrix, identifier: String? = "]d2"
    ) -> [Element]? {
        let content = CodeContent(bytes: Array(text.utf8), text: text, symbologyIdentifier: identifier)
        guard case .gs1(let elements) = StructuredContent(type: type, content: content) else { return nil }
        return elements
    }

    @Test func elementsFollowEachOther() throws {
        let elements = try #require(self.elements("010401234567890117261200310300175010LOT-7\u{1D}2112345"))
        #expect(elements.map(\.ai) == ["01", "17", "3103", "10", "21"])
        #expect(elements.map(\.value) == ["04012345678901", "261200", "001750", "LOT-7", "12345"])
        #expect(elements[0].title == "GTIN" && elements[2].decimal == "1.750")
        // Without a day the month is all that is said.
        #expect(elements[1].date?.iso8601 == "2026-12" && elements[1].date?.day == nil)
    }

    /// A separator behind a fixed length is superfluous and allowed; one at the end too.
    @Test func separatorsMayBeSuperfluous() {
        #expect(elements("0104012345678901\u{1D}10A\u{1D}")?.map(\.value) == ["04012345678901", "A"])
    }

    /// Identifier and data, the last digits behind it, and what they say.
    @Test(arguments: [
        ("00340123450000000017", "00", nil, nil), ("11260228", "11", "2026-02-28", nil),
        ("15991231", "15", "1999-12-31", nil), ("17760101", "17", "2076-01-01", nil),
        ("17770101", "17", "1977-01-01", nil), ("3100000042", "3100", nil, "42"),
        ("3105000042", "3105", nil, "0.00042"), ("39021999", "3902", nil, "19.99"),
        ("39221", "3922", nil, "0.01"), ("3909123", "3909", nil, "0.000000123"),
        ("725019900101", "7250", nil, nil), ("3932978150", "3932", nil, "1.50"),
        ("39410255", "3941", nil, "25.5"),
        ("70032611221830", "7003", "2026-11-22T18:30", nil),
        ("8008261122183059", "8008", "2026-11-22T18:30:59", nil),
        ("800826112218", "8008", "2026-11-22T18", nil), ("43242611229999", "4324", "2026-11-22", nil),
        ("7007261101261130", "7007", nil, nil), ("70112611220815", "7011", "2026-11-22T08:15", nil),
        ("8007DE71110220330123456789", "8007", nil, nil), ("80131987654Ad4X4bL5ttr2310c2K", "8013", nil, nil),
        ("8003001234567890128SERIAL", "8003", nil, nil), ("99any/thing", "99", nil, nil),
        ("8006040123456789010102", "8006", nil, nil), ("43211", "4321", nil, nil),
        ("7040 1ABC".filter { $0 != " " }, "7040", nil, nil),
        ("8010AB-12/#", "8010", nil, nil), ("235x", "235", nil, nil),
        ("4309" + String(repeating: "1", count: 20), "4309", nil, nil),
    ])
    func dataSaysDatesAndNumbers(text: String, ai: String, date: String?, decimal: String?) throws {
        let elements = try #require(self.elements(text))
        #expect(elements.count == 1 && elements[0].ai == ai)
        #expect(elements[0].date?.iso8601 == date && elements[0].decimal == decimal)
    }

    @Test func anAmountHasItsCurrency() {
        #expect(elements("3932978150")?.first?.currency == "978")
        #expect(elements("39021999")?.first?.currency == nil)
    }

    @Test(arguments: [
        "0104012345678902",  // check digit
        "010401234567890", "01040123456789O1", "00340123450000000018", "17261301", "17260230", "7003261122",
        "70032611002400",
        "10", "10\u{1D}21x", "10ABCDEFGHIJKLMNOPQRSTU", "10ä", "10a b", "05x", "2312", "3106000042",
        "3950123", "4X",
        "80131987654Ad4X4bL5ttr2310cXX", "8007DE71110220330123456788", "8003101234567890128", "43212", "1",
        "0104012345678901\u{1D}\u{1D}10A", "39440255", "3956000042", "70032611229999", "80401",
    ])
    func whatIsNotOfTheFormIsNone(text: String) {
        #expect(elements(text) == nil)
    }

    /// The same digits are anything in a symbol that does not say that they are GS1's.
    @Test func onlySymbolsThatSaySoAreGS1s() {
        let text = "0104012345678901"
        for (type, identifier) in [
            (MetadataObjectType.code128, "]C1"), (.qr, "]Q3"), (.dataMatrix, "]d5"), (.aztec, "]z1"),
        ] {
            #expect(elements(text, type: type, identifier: identifier) != nil)
        }
        for identifier in ["]C0", "]d1", "]Q1", "]z0", nil] {
            #expect(elements(text, identifier: identifier) == nil)
        }
        #expect(elements(text, type: .gs1DataBar, identifier: nil) != nil)
        #expect(StructuredContent(text: text) == nil)
    }

    @Test(arguments: [
        ("4012345678901", MetadataObjectType.ean13, "04012345678901"),
        ("0036000291452", .ean13, "00036000291452"),
        ("036000291452", .upca, "00036000291452"), ("96385074", .ean8, "00000096385074"),
        ("04252614", .upce, "00042100005264"), ("9780201379624", .ean13, "09780201379624"),
    ])
    func aRetailCodeIsAGTIN(text: String, type: MetadataObjectType, number: String) throws {
        let elements = try #require(self.elements(text, type: type, identifier: "]E0"))
        #expect(elements.map(\.ai) == ["01"] && elements.map(\.value) == [number])
    }

    /// In-store numbers, coupons and refunds belong to nobody's catalogue.
    @Test(arguments: [
        ("2012345678900", MetadataObjectType.ean13), ("0212345678903", .ean13), ("9990000000006", .ean13),
        ("0512345678900", .ean13), ("02345673", .ean8), ("20123451", .ean8), ("4012345678902", .ean13),
    ])
    func aRestrictedNumberIsNone(text: String, type: MetadataObjectType) {
        #expect(elements(text, type: type, identifier: "]E0") == nil)
    }

    // MARK: Digital Link

    private func linked(_ text: String) -> [Element]? {
        guard case .url(let address) = StructuredContent(text: text) else { return nil }
        return address.elements
    }

    @Test func aDigitalLinkHasElements() throws {
        let link = try #require(
            linked(
                "https://id.example.org/stem/01/09506000134352/10/ABC%2F1/21/12?17=261231&3103=000195&ref=x#top"
            ))
        #expect(link.map(\.ai) == ["01", "10", "21", "17", "3103"])
        #expect(link.map(\.value) == ["09506000134352", "ABC/1", "12", "261231", "000195"])
        #expect(link[3].date?.iso8601 == "2026-12-31" && link[4].decimal == "0.195")
        #expect(linked("https://example.org/414/9506000134352/254/32a")?.map(\.ai) == ["414", "254"])
        #expect(linked("https://example.org/01/9506000134352")?.first?.value == "09506000134352")
    }

    /// Addresses that are none are addresses all the same.
    @Test(arguments: [
        "https://example.org/01/09506000134351", "https://example.org/10/ABC", "https://example.org/01",
        "https://example.org/01/09506000134352/21/12/10/ABC", "https://example.org/01/09506000134352/more",
        "https://example.org/01/09506000134352?17=261331", "https://example.org/01/09506000134352?0=1",
        "https://example.org/00/1", "https://example.org/",
    ])
    func anotherAddressHasNone(text: String) {
        #expect(linked(text)?.isEmpty == true)
    }
}
