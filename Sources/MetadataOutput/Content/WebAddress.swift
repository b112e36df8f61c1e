import Foundation

extension StructuredContent {
    /// A web address: `http:` or `https:` alone, `URLTO:title:address`, or DoCoMo's bookmark
    /// `MEBKM:TITLE:title;URL:address;;`.
    public struct WebAddress: Sendable, Hashable {
        /// The address as it stands in the text.
        public let url: String
        /// What it is called, or nil.
        public let title: String?
        /// The elements of a GS1 Digital Link (GS1 Digital Link: URI syntax 1.4); otherwise empty.
        public let elements: [GS1Element]

        /// Nil for another scheme and for what is no URL with a host.
        init?(_ bytes: ArraySlice<UInt8>, title: String? = nil) {
            let text = bytes.trimmedEnd
            // Foundation would encode what must not stand in a URL.
            guard text.count <= Self.mostBytes, !text.contains(where: Self.isForbidden),
                Self.hasWholeEscapes(text),
                let parsed = URLComponents(string: text.text),
                ["http", "https"].contains(parsed.scheme?.lowercased()), parsed.host?.isEmpty == false
            else { return nil }
            (url, self.title) = (text.text, title)
            elements = GS1DigitalLink.elements(of: text) ?? []
        }

        init?(urlto bytes: ArraySlice<UInt8>) {
            let (title, address) = bytes.divided(at: UInt8(ascii: ":"))
            guard let address else { return nil }
            self.init(address, title: title.text.nonEmpty)
        }

        init?(bookmark bytes: ArraySlice<UInt8>) {
            guard let fields = EscapedFields(bytes), let address = fields["URL"] else { return nil }
            self.init(Array(address.utf8)[...], title: fields["TITLE"])
        }

        /// Whether two hexadecimal digits follow each percent sign (RFC 3986, section 2.1).
        private static func hasWholeEscapes(_ text: ArraySlice<UInt8>) -> Bool {
            text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().allSatisfy
            {
                $0.count >= 2 && $0.prefix(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            }
        }

        private static let mostBytes = 1 << 16

        /// Controls, space, and delimiters that RFC 3986 and RFC 3987 leave out.
        private static func isForbidden(_ byte: UInt8) -> Bool {
            byte <= 0x20 || byte == 0x7F || "\"<>\\^`{|}".utf8.contains(byte)
        }
    }
}
