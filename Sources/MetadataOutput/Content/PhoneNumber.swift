extension StructuredContent {
    /// A number to call (`tel:`, RFC 3966). A local number may stand without its context, as phones accept it.
    public struct PhoneNumber: Sendable, Hashable {
        /// The number as it stands in the text, with its separators: `+1-201-555-0123`.
        public let number: String
        /// The extension (`;ext=`), or nil.
        public let phoneExtension: String?
        /// Where a local number is valid (`;phone-context=`), or nil.
        public let context: String?

        init?(_ bytes: ArraySlice<UInt8>) {
            var parts = bytes.trimmedEnd.parts(at: UInt8(ascii: ";"))[...]
            guard let number = parts.popFirst(), Self.isNumber(number),
                parts.count <= StructuredContent.mostFields
            else { return nil }
            var values: [String: String] = [:]
            for part in parts {
                let (name, value) = part.divided(at: UInt8(ascii: "="))
                guard !name.isEmpty, let text = PercentEncoding.text(of: value ?? []) else { return nil }
                values[name.text.lowercased()] = text
            }
            self.number = number.text
            (phoneExtension, context) = (values["ext"], values["phone-context"])
        }

        /// Whether it is digits with the visual separators of RFC 3966, a + first or not; local ones have * and # too.
        static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
            let isGlobal = bytes.first == UInt8(ascii: "+")
            let allowed = isGlobal ? "-.()" : "-.()*#"
            let rest = isGlobal ? bytes.dropFirst() : bytes
            return rest.contains(where: \.isDigit)
                && rest.allSatisfy { $0.isDigit || allowed.utf8.contains($0) }
        }
    }
}
