import MetadataOutput
import Testing

/// Boarding passes, licences and identification cards.
@Suite struct DocumentTests {
    private func pass(_ text: String) -> StructuredContent.BoardingPass? {
        guard case .boardingPass(let pass) = StructuredContent(text: text) else { return nil }
        return pass
    }

    /// The examples of IATA's implementation guide.
    private static let plain = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"
    private static let two =
        "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141234560032A0141234567890 1AC AC "
        + "1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 227C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ"
        + "^164GIWVC5EH7JNT684FVNJ91W2QA4DVN5J8K4F0L0GEQ3DF5TGBN8709HKT5D3DW3GBHFCVHMY7J5T6HFR41W2QA4DVN5J8K4F0L0GE"

    @Test func whatEveryPassHasIsRead() throws {
        let pass = try #require(self.pass(Self.plain))
        #expect(pass.passengerName == "DESMARAIS/LUC" && pass.isElectronicTicket && pass.version == nil)
        let leg = try #require(pass.legs.first)
        #expect(leg.pnr == "ABC123" && leg.from == "YUL" && leg.to == "FRA" && leg.carrier == "AC")
        #expect(leg.flightNumber == "0834" && leg.dayOfYear == 326 && leg.compartment == "J")
        #expect(leg.seat == "001A" && leg.sequenceNumber == "0025" && leg.passengerStatus == "1")
        #expect(leg.documentNumber == nil && pass.securityData == nil && pass.legs.count == 1)
    }

    @Test func whatSomeHaveIsReadOfEachLeg() throws {
        let pass = try #require(self.pass(Self.two))
        #expect(pass.version == 6 && pass.passengerDescription == "1" && pass.checkInSource == "W")
        #expect(pass.issuanceSource == "W" && pass.issueYearDigit == 6 && pass.issueDay == 225)
        #expect(pass.documentType == "B" && pass.issuer == "AC" && pass.baggageTags == ["0014123456003"])
        #expect(pass.legs.map(\.from) == ["YUL", "FRA"] && pass.legs.map(\.to) == ["FRA", "GVA"])
        #expect(pass.legs.map(\.carrier) == ["AC", "LH"] && pass.legs.map(\.dayOfYear) == [226, 227])
        let first = pass.legs[0]
        #expect(
            first.airlineCode == "014" && first.documentNumber == "1234567890"
                && first.documentVerification == "1")
        #expect(first.marketingCarrier == "AC" && first.frequentFlyerNumber == "1234567890123")
        #expect(first.freeBaggage == "20K" && first.fastTrack == true && first.airlineData == "LX58Z")
        #expect(
            pass.legs[1].freeBaggage == "2PC" && pass.legs[1].fastTrack == false
                && pass.legs[1].airlineData == "WQ")
        #expect(pass.securityType == "1" && pass.securityData?.count == 100)
    }

    @Test func anOpenTicketHasNoDay() throws {
        let open = Self.plain.replacing("0834 326", with: "        ")
        let pass = try #require(self.pass(open + "\r\n"))
        #expect(pass.legs[0].flightNumber == nil && pass.legs[0].dayOfYear == nil)
    }

    @Test(arguments: [
        ("M1", "M0"), ("M1", "M5"), ("M1", "M2"), ("M1", "S1"), ("YUL", "yul"), ("326", "367"),
        ("326", "000"), ("326", "3X6"),
        ("100", "10"), ("100", "1FF"), ("100", "1XX"), (" EABC", " XABC"), ("100", "100X"), ("0834", "08-4"),
        ("100", "104>60Z"), ("100", "100^1"), ("LUC", "LÜC"),
    ])
    func whatIsNoPassIsNone(right: String, wrong: String) {
        #expect(pass(Self.plain.replacing(right, with: wrong)) == nil)
    }

    // MARK: Licences

    private func licence(
        version: String = "10", jurisdiction: String = "01", elements: String = "",
        second: String = "ZVZVA01\r"
    ) -> StructuredContent.AAMVACard? {
        let text =
            "@\n\u{1E}\rANSI 636000\(version)\(jurisdiction)02DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\n"
            + "DACJANE \nDBB06061986\nDBA12102034\n\(elements)\r\(second)"
        guard case .aamva(let card) = StructuredContent(text: text) else { return nil }
        return card
    }

    @Test func everyElementIsRead() throws {
        let card = try #require(self.licence(elements: "DCGUSA\nDDE\nDBD02302020\nDAU068 in"))
        #expect(card.iin == "636000" && card.version == 10 && card.jurisdictionVersion == 1)
        #expect(card.subfiles.map(\.type) == ["DL", "ZV"])
        let elements = card.subfiles[0].elements
        #expect(elements.map(\.id) == ["DAQ", "DCS", "DAC", "DBB", "DBA", "DCG", "DDE", "DBD", "DAU"])
        #expect(elements[1].title == "familyName" && elements[2].value == "JANE" && elements[6].value == "")
        #expect(elements[3].date?.iso8601 == "1986-06-06" && elements[4].date?.iso8601 == "2034-12-10")
        // The 30th of February is no date, and a height is none.
        #expect(elements[7].date == nil && elements[8].date == nil)
        #expect(card.subfiles[1].elements.map(\.id) == ["ZVA"] && card.subfiles[1].elements[0].title == nil)
    }

    @Test func datesAreReadByTheCountry() throws {
        func date(_ card: StructuredContent.AAMVACard?) throws -> String? {
            try #require(card).subfiles[0].elements.last { $0.id == "DBD" }?.date?.iso8601
        }
        #expect(try date(licence(elements: "DCGUSA\nDBD02032020")) == "2020-02-03")
        #expect(try date(licence(elements: "DCGCAN\nDBD20200203")) == "2020-02-03")
        #expect(try date(licence(elements: "DCGCAN\nDBD02032020")) == nil)
        #expect(try date(licence(elements: "DBD02032020")) == nil)
        #expect(try date(licence(version: "01", jurisdiction: "", elements: "DBD20200203")) == "2020-02-03")
    }

    @Test func versionsOneToElevenAreRead() {
        #expect(licence(version: "01", jurisdiction: "")?.jurisdictionVersion == nil)
        for version in ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"] {
            #expect(
                licence(version: version, jurisdiction: version == "01" ? "" : "00")?.version == Int(version))
        }
        #expect(licence(version: "00", jurisdiction: "") == nil && licence(version: "12") == nil)
    }

    @Test(arguments: [
        ("@\n", "@"), ("ANSI ", "ANSI6"), ("636000", "63600X"), ("02DL", "03DL"), ("02DL", "00DL"),
        ("ZV0319", "Z10319"),
        ("DLDAQ", "IDDAQ"), ("\rZVZVA", "ZVZVA"), ("DCS", "dcs"), ("02DL0041", "02ZA0041"),
        ("\nDAC", "\nDA\nC"),
    ])
    func whatIsNoCardIsNone(right: String, wrong: String) {
        let text = "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQ1\nDCSSAMPLE\nDACJANE\rZVZVA01\r"
        #expect(StructuredContent(text: text)?.kind == "aamva")
        let changed = text.replacing(right, with: wrong)
        #expect(changed != text && StructuredContent(text: changed) == nil)
    }
}
