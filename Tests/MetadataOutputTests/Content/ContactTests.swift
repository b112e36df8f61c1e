import MetadataOutput
import Testing

@Suite struct ContactTests {
    private func contact(_ text: String) -> StructuredContent.Contact? {
        guard case .contact(let contact) = StructuredContent(text: text) else { return nil }
        return contact
    }

    private func card(_ lines: String..., version: String = "3.0") -> StructuredContent.Contact? {
        contact((["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD"]).joined(separator: "\r\n"))
    }

    @Test func everyFieldOfAVCardIsRead() throws {
        let card = try #require(
            self.card(
                "N:Public;John;Quinlan,Paul;Mr.;Esq.", "FN:Mr. John Q. Public\\, Esq.", "NICKNAME:Jim",
                "ORG:Example\\; Inc.;Research;Optics", "TITLE:Engineer",
                "TEL;TYPE=\"work,voice\":+1-201-555-0123", "item1.TEL;TYPE=cell;TYPE=pref:201-555-0199",
                "EMAIL;TYPE=internet:jqp@example.com",
                "ADR;TYPE=home:PO 1;Apt 2;3 Elm St;Anytown;CA;91921;U.S.A.", "URL:http://example.com/~jqp",
                "BDAY:1985-04-12", "NOTE:one\\ntwo\\, three\\\\", "X-UNKNOWN:x", "PHOTO;ENCODING=b:AAAA"))
        #expect(card.name == "Mr. John Q. Public, Esq." && card.familyName == "Public")
        #expect(card.givenName == "John" && card.additionalNames == "Quinlan,Paul")
        #expect(card.prefixes == "Mr." && card.suffixes == "Esq." && card.nickname == "Jim")
        #expect(card.organization == "Example; Inc." && card.departments == ["Research", "Optics"])
        #expect(card.title == "Engineer" && card.birthday == "1985-04-12")
        #expect(card.phones.map(\.value) == ["+1-201-555-0123", "201-555-0199"])
        #expect(card.phones.map(\.types) == [["work", "voice"], ["cell", "pref"]])
        #expect(card.emails.map(\.value) == ["jqp@example.com"] && card.urls == ["http://example.com/~jqp"])
        let address = try #require(card.addresses.first)
        #expect(
            address.postOfficeBox == "PO 1" && address.extended == "Apt 2" && address.street == "3 Elm St")
        #expect(address.city == "Anytown" && address.region == "CA" && address.postalCode == "91921")
        #expect(address.country == "U.S.A." && address.types == ["home"] && address.text == nil)
        #expect(card.note == "one\ntwo, three\\")
    }

    /// Which is one character with what stands before it.
    @Test func aPartMayBeginWithAMark() {
        let card = card("FN:Jane", "TEL;TYPE=home,\u{301}x:1", "TEL;TYPE=\"\u{301}y\":tel:\u{301}2")
        #expect(card?.phones.map(\.types) == [["home", "\u{301}x"], ["\u{301}y"]])
        #expect(card?.phones.map(\.value) == ["1", "\u{301}2"])
    }

    @Test func foldedLinesAreJoined() {
        #expect(card("FN:Jane", "NOTE:long te", " xt, and ", "\tmore")?.note == "long text, and more")
        // The old form folds where white space is.
        #expect(card("FN:Jane", "NOTE:long", " text", version: "2.1")?.note == "long text")
    }

    @Test func versionFourHasAddressesOfNumbers() throws {
        let card = try #require(
            self.card(
                "FN:Jane", "TEL;VALUE=uri;PREF=1;TYPE=home:tel:+1-555-555-5555", "BDAY:--0415", version: "4.0"
            ))
        #expect(card.phones.map(\.value) == ["+1-555-555-5555"] && card.phones[0].types == ["home", "pref"])
        #expect(card.birthday == "--0415")
        #expect(self.card("FN:Jane", "TEL;VALUE=uri:tel:", version: "4.0")?.phones.isEmpty == true)
    }

    @Test func quotedPrintableIsInItsCharacterSet() throws {
        let card = try #require(
            self.card(
                "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg",
                "TITLE;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:B=FCro",
                "ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:=93=FA=96=7B",
                "NOTE;ENCODING=QUOTED-PRINTABLE:first=0D=0Asecond =", "third", "TEL;HOME;VOICE:1",
                "ADR;WORK:;;a\\;b;c",
                version: "2.1"))
        #expect(card.familyName == "Müller" && card.givenName == "Jörg" && card.title == "Büro")
        #expect(card.organization == "日本" && card.note == "first\r\nsecond third")
        #expect(card.phones.first?.types == ["home", "voice"] && card.addresses.first?.street == "a;b")
        // A backslash before anything else stands for itself there.
        #expect(self.card("N:x", "NOTE:a\\nb\\,c", version: "2.1")?.note == "a\\nb\\,c")
    }

    @Test func aCardInACardIsAnotherPerson() {
        let text =
            "BEGIN:VCARD\nVERSION:2.1\nN:Outer\nAGENT:\nBEGIN:VCARD\nVERSION:2.1\nN:Inner\nTEL:1\nEND:VCARD\nEND:VCARD\n"
        #expect(contact(text)?.familyName == "Outer" && contact(text)?.phones.isEmpty == true)
    }

    @Test(arguments: [
        "BEGIN:VCARD\nVERSION:3.0\nFN:x", "BEGIN:VCARD\nFN:x\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:5.0\nFN:x\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:3.0\nTEL:1\nEND:VCARD", "BEGIN:VCARD\nVERSION:3.0\nFN:x\nno value\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:3.0\nFN:x\nEND:VEVENT", "BEGIN:VCARD\nVERSION:3.0\nFN:\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:3.0\nFN:a\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:b\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:=G1\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=X:=41\nEND:VCARD",
        "MECARD:TEL:1;;", "MECARD:N:;;", "MECARD:N:a", "BIZCARD:T:Boss;;", "MECARD:",
    ])
    func whatIsNotOfTheFormIsNone(text: String) {
        #expect(StructuredContent(text: text) == nil)
    }

    @Test func everyFieldOfAMECARDIsRead() throws {
        let card = try #require(
            self.contact(
                "MECARD:N:Doe,John;SOUND:ドウ,ジョン;TEL:1;TEL:2;TEL-AV:3;EMAIL:j\\:d@example.org;NICKNAME:Jack;"
                    + "ADR:,,House 5,Springfield,Oregon,97477,USA;URL:http\\://example.org/;BDAY:19850412;"
                    + "ORG:Acme;NOTE:a\\;b;;"))
        #expect(card.familyName == "Doe" && card.givenName == "John" && card.reading == "ドウ ジョン")
        #expect(card.phones.map(\.value) == ["1", "2", "3"] && card.phones[2].types == ["video"])
        #expect(card.emails.map(\.value) == ["j:d@example.org"] && card.urls == ["http://example.org/"])
        #expect(card.birthday == "1985-04-12" && card.note == "a;b" && card.organization == "Acme")
        #expect(card.addresses.first?.street == "House 5" && card.addresses.first?.postalCode == "97477")
        let piece = contact("MECARD:N:Doe;ADR:1 Main St\\, Springfield;;")
        #expect(piece?.name == "Doe" && piece?.addresses.first?.text == "1 Main St, Springfield")
    }

    @Test func everyFieldOfABIZCARDIsRead() throws {
        let card = try #require(
            self.contact("BIZCARD:N:Jane;X:Doe;T:Boss;C:Acme;A:1 Main St;B:1;M:2;F:3;E:jane@example.org;;"))
        #expect(card.givenName == "Jane" && card.familyName == "Doe" && card.title == "Boss")
        #expect(card.organization == "Acme" && card.addresses.first?.text == "1 Main St")
        #expect(card.phones.map(\.types) == [["work"], ["cell"], ["fax"]])
        #expect(card.emails.map(\.value) == ["jane@example.org"])
    }
}
