import MetadataOutput
import Testing

@Suite struct WiFiNetworkTests {
    private func network(_ text: String) -> StructuredContent.WiFiNetwork? {
        guard case .wifi(let network) = StructuredContent(text: text) else { return nil }
        return network
    }

    @Test func everyFieldIsRead() throws {
        let wpa = try #require(network(#"WIFI:T:WPA;S:a\;b\:c\,d\\e\"f;P:p\;w;H:true;R:1;;"#))
        #expect(wpa.ssid == #"a;b:c,d\e"f"# && wpa.password == "p;w" && wpa.security == "WPA")
        #expect(wpa.isHidden && wpa.disabledTransitions == "1")
        let eap = try #require(network("WIFI:S:corp;T:WPA2-EAP;E:TTLS;PH2:MSCHAPV2;I:jane;A:anonymous;P:x;;"))
        #expect(eap.eapMethod == "TTLS" && eap.phase2Method == "MSCHAPV2")
        #expect(eap.identity == "jane" && eap.anonymousIdentity == "anonymous")
        let sae = try #require(network("WIFI:T:WPA;R:3;S:x;I:id;P:100%;K:MDkwEwYHKoZIzj0CAQY=;;"))
        #expect(sae.publicKey == "MDkwEwYHKoZIzj0CAQY=" && sae.password == "100%" && sae.identity == "id")
        let open = try #require(network("WIFI:S:Café 日本;;"))
        #expect(open.ssid == "Café 日本" && open.security == nil && open.password == nil && !open.isHidden)
    }

    /// Quotation marks say that hexadecimal digits are characters; others belong to the name.
    @Test func quotationMarksAroundDigitsAreTakenOff() {
        #expect(network(#"WIFI:S:"ABCD";P:"12";;"#)?.ssid == "ABCD")
        #expect(network(#"WIFI:S:"ABCD";P:"12";;"#)?.password == "12")
        #expect(network(#"WIFI:S:"Guest";;"#)?.ssid == #""Guest""#)
        #expect(network(#"WIFI:S:"";;"#)?.ssid == #""""#)
    }

    @Test(arguments: [
        "WIFI:", "WIFI:;;", "WIFI:T:WPA;P:x;;", "WIFI:S:;;", "WIFI:S:a", #"WIFI:S:a\;"#, "WIFI:S:a;P:b",
        "WIFI:S:a;b;;", "WIFI:S:a;;P:b;;", "WIFI:S:a;H:maybe;;", "WIFI:S:a;R:x;;", "WIFI:s:a;;",
        "WIFI:S:123456789012345678901234567890123;;",
    ])
    func whatIsNotOfTheFormIsNone(text: String) {
        #expect(StructuredContent(text: text) == nil)
    }

    @Test func theSecondSemicolonMayBeMissing() {
        #expect(network("WIFI:S:a;T:nopass;")?.security == "nopass")
        #expect(network("WIFI:S:a;;\r\n")?.ssid == "a")
    }
}
