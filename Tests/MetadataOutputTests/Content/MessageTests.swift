import MetadataOutput
import Testing

/// Web addresses, e-mails, calls, text messages, places, keys, payments.
@Suite struct MessageTests {
    private func content(_ text: String) -> StructuredContent? { StructuredContent(text: text) }

    @Test func webAddresses() throws {
        guard case .url(let plain) = content("https://user@example.org:8080/a/b?c=d#e") else {
            Issue.record("no address")
            return
        }
        #expect(
            plain.url == "https://user@example.org:8080/a/b?c=d#e" && plain.title == nil
                && plain.elements.isEmpty)
        guard case .url(let titled) = content("URLTO:Our page:https://example.org/") else {
            Issue.record("no address")
            return
        }
        #expect(titled.url == "https://example.org/" && titled.title == "Our page")
        guard case .url(let bookmark) = content("MEBKM:TITLE:A\\;B;URL:http\\://example.org/?a=b\\;c;;")
        else {
            Issue.record("no address")
            return
        }
        #expect(bookmark.url == "http://example.org/?a=b;c" && bookmark.title == "A;B")
        #expect(content("https://例え.jp/引き割り")?.kind == "url")
        #expect(
            content("MEBKM:TITLE:x;;") == nil && content("URLTO:x") == nil && content("MEBKM:URL:x;;") == nil)
    }

    @Test func emails() {
        let text =
            "mailto:a@example.org,%62@example.org?cc=c@example.org&Subject=caf%C3%A9&body=a%0D%0Ab&bcc=d@e.org&x=y"
        guard case .email(let mail) = content(text) else {
            Issue.record("no e-mail")
            return
        }
        #expect(mail.to == ["a@example.org", "b@example.org"] && mail.cc == ["c@example.org"])
        #expect(mail.bcc == ["d@e.org"] && mail.subject == "café" && mail.body == "a\r\nb")
        // An encoded @ is one of the address.
        #expect(content("mailto:b%40c@example.org") == nil)
        // RFC 6068, 6.1.
        guard case .email(let quoted) = content("mailto:%22not%40me%22@example.org") else {
            Issue.record("no e-mail")
            return
        }
        #expect(quoted.to == ["\"not@me\"@example.org"])
    }

    @Test func emailsOfPhones() {
        guard case .email(let docomo) = content("MATMSG:TO:a@example.org;SUB:hi;BODY:x\\;y;;"),
            case .email(let smtp) = content("SMTP:a@example.org:hi:x:y")
        else {
            Issue.record("no e-mail")
            return
        }
        #expect(docomo.to == ["a@example.org"] && docomo.subject == "hi" && docomo.body == "x;y")
        #expect(smtp.to == ["a@example.org"] && smtp.subject == "hi" && smtp.body == "x:y")
        guard case .email(let empty) = content("mailto:?subject=x") else {
            Issue.record("no e-mail")
            return
        }
        #expect(empty.to.isEmpty && empty.subject == "x")
    }

    @Test func calls() {
        guard case .phone(let global) = content("tel:+1-201-555-0123;ext=102"),
            case .phone(let local) = content("tel:7042;phone-context=example.com")
        else {
            Issue.record("no number")
            return
        }
        #expect(global.number == "+1-201-555-0123" && global.phoneExtension == "102" && global.context == nil)
        #expect(local.number == "7042" && local.context == "example.com")
        #expect(content("tel:*100#")?.kind == "phone")
    }

    @Test func textMessages() {
        guard case .sms(let two) = content("sms:+15105550101,+15105550102?body=hello%20there%3F"),
            case .sms(let plain) = content("smsto:0123:Is it 5:30? Yes"),
            case .sms(let none) = content("SMS:0123")
        else {
            Issue.record("no message")
            return
        }
        #expect(two.numbers == ["+15105550101", "+15105550102"] && two.body == "hello there?")
        #expect(plain.numbers == ["0123"] && plain.body == "Is it 5:30? Yes")
        #expect(none.numbers == ["0123"] && none.body == nil)
        #expect(content("mmsto:1?subject=a&body=b")?.kind == "sms")
    }

    @Test func places() {
        guard case .geo(let place) = content("geo:48.2010,16.3695,183;crs=wgs84;u=20.5;x=y") else {
            Issue.record("no place")
            return
        }
        #expect(place.latitude == 48.2010 && place.longitude == 16.3695 && place.altitude == 183)
        #expect(place.uncertainty == 20.5 && place.crs == "wgs84")
        #expect(content("geo:90,180")?.kind == "geo" && content("geo:-90,-180")?.kind == "geo")
    }

    @Test func keys() {
        guard
            case .oneTimePassword(let key) = content(
                "otpauth://totp/ACME%20Co:john@example.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
            ), case .oneTimePassword(let counted) = content("otpauth://hotp/x?secret=AB2=&counter=0")
        else {
            Issue.record("no key")
            return
        }
        #expect(key.method == .totp && key.account == "john@example.com" && key.issuer == "ACME Co")
        #expect(key.secret == "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ" && key.algorithm == "SHA1")
        #expect(key.digits == 6 && key.period == 30 && key.counter == nil)
        #expect(counted.method == .hotp && counted.counter == 0 && counted.issuer == nil)
    }

    /// The example of EPC069-12.
    @Test func payments() {
        let lines = [
            "BCD", "001", "1", "SCT", "BHBLDEHHXXX", "Franz Mustermänn", "DE71110220330123456789", "EUR12.3",
            "GDDS",
            "RF18539007547034", "", "",
        ]
        guard case .payment(let transfer) = content(lines.joined(separator: "\n")) else {
            Issue.record("no transfer")
            return
        }
        #expect(transfer.name == "Franz Mustermänn" && transfer.iban == "DE71110220330123456789")
        #expect(transfer.bic == "BHBLDEHHXXX" && transfer.amount == "12.3" && transfer.purpose == "GDDS")
        #expect(transfer.reference == "RF18539007547034" && transfer.message == nil)
        for (place, wrong) in [
            (1, "003"), (3, "SDD"), (5, ""), (6, "DE71110220330123456788"), (7, "USD1"), (7, "EUR1,0"),
            (10, "both"),
            (4, ""), (8, "TOOLONG"),
        ] {
            var changed = lines
            changed[place] = wrong
            #expect(content(changed.joined(separator: "\r\n")) == nil, "\(wrong)")
        }
    }

    @Test(arguments: [
        "mailto:", "mailto:nobody", "mailto:a@b@c", "mailto:a@b?subject=%zz", "mailto:a@b?subject=%FF",
        "mailto:a b@c", "mailto:%22a%22@%22b%22@example.org", "mailto:a@%CC%81b@example.org",
        "MATMSG:SUB:x;;", "MATMSG:TO:x;;", "SMTP:x:y:z",
        "tel:", "tel:+", "tel:hello", "tel:+1;=x", "tel:1 2", "tel:+1*2", "tel:+1;ext=%x",
        "sms:", "sms:hello", "smsto::text", "sms:1,,2", "sms:1?body=%",
        "geo:", "geo:1", "geo:91,0", "geo:0,181", "geo:-90.1,0", "geo:1,2,3,4", "geo:1,2;crs=x",
        "geo:1,2;u=-1",
        "geo:1,2;u=", "geo:1.,2", "geo:+1,2", "geo:0,0?q=Vienna", "geo:1,2,", "geo:1e1,2", "geo:nan,0",
        "geo: 1,2",
        "otpauth://totp/x", "otpauth://xotp/x?secret=AA", "otpauth://totp/?secret=AA",
        "otpauth://totp/x?secret=01",
        "otpauth://hotp/x?secret=AA", "otpauth://totp/x?secret=AA&digits=six", "otpauth:totp/x?secret=AA",
    ])
    func whatIsNotOfTheFormIsNone(text: String) {
        #expect(StructuredContent(text: text) == nil)
    }
}
