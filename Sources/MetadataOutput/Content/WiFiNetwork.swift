extension StructuredContent {
    /// A wireless network: `WIFI:T:WPA;S:name;P:password;;` (ZXing's description, and §7 of the Wi-Fi Alliance's WPA3
    /// specification, which adds `R`, `I` and `K`). Percent signs stand for themselves, as phones read them.
    public struct WiFiNetwork: Sendable, Hashable {
        /// The network's name, 1…32 characters.
        public let ssid: String
        /// How it is secured, as it stands in the text: `WPA`, `SAE`, `WEP`, `nopass`, `WPA2-EAP` …; nil: open.
        public let security: String?
        /// The password, or nil.
        public let password: String?
        /// Whether the network does not tell its name.
        public let isHidden: Bool
        /// The EAP method, such as `TTLS`, and that of its second phase, such as `MSCHAPV2`.
        public let eapMethod: String?, phase2Method: String?
        /// The identity (EAP) or the password's identifier (SAE), and the identity that others see.
        public let identity: String?, anonymousIdentity: String?
        /// Which transition modes are disabled: hexadecimal digits, bits as the WPA3 specification has them.
        public let disabledTransitions: String?
        /// The network's public key (SAE-PK), in Base64.
        public let publicKey: String?

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let fields = EscapedFields(bytes), let name = fields["S"], name.unicodeScalars.count <= 34
            else { return nil }
            ssid = Self.unquoted(name)
            guard ssid.unicodeScalars.count <= 32 else { return nil }
            security = fields["T"]
            password = fields["P"].map(Self.unquoted)
            switch fields["H"]?.lowercased() {
            case nil, "false": isHidden = false
            case "true": isHidden = true
            // An older form has the phase 2 method here.
            default: return nil
            }
            (eapMethod, phase2Method) = (fields["E"], fields["PH2"])
            (identity, anonymousIdentity) = (fields["I"], fields["A"])
            disabledTransitions = fields["R"]
            publicKey = fields["K"]
            guard disabledTransitions?.utf8.allSatisfy(\.isHexadecimal) ?? true else { return nil }
        }

        /// Quotation marks around hexadecimal digits say that these are characters.
        private static func unquoted(_ text: String) -> String {
            let inner = Array(text.utf8).dropFirst().dropLast()
            let isQuoted =
                text.utf8.count > 2 && text.utf8.first == UInt8(ascii: "\"")
                && text.utf8.last == UInt8(ascii: "\"")
            return isQuoted && inner.allSatisfy(\.isHexadecimal) ? inner.text : text
        }
    }
}
