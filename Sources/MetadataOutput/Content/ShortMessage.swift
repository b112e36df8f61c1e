extension StructuredContent {
    /// A text message to write: `sms:number,number?body=text` (RFC 5724), or `smsto:number:text` and `mmsto:` alike.
    public struct ShortMessage: Sendable, Hashable {
        /// The numbers it goes to, with their separators; never empty.
        public let numbers: [String]
        /// Its subject, or nil.
        public let subject: String?
        /// Its text, or nil.
        public let body: String?

        init?(_ bytes: ArraySlice<UInt8>) {
            // What comes first decides: a text may have question marks, and an encoded one colons.
            let end =
                bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
            let list = bytes[..<end].trimmedEnd.parts(at: UInt8(ascii: ","))
            // Parameters of a number, such as a gateway's, are not part of it.
            let numbers = list.map { $0.divided(at: UInt8(ascii: ";")).head }
            guard numbers.count <= StructuredContent.mostFields,
                numbers.allSatisfy(PhoneNumber.isNumber)
            else { return nil }
            self.numbers = numbers.map(\.text)
            let rest = bytes[end...].dropFirst()
            if bytes[end...].first == UInt8(ascii: "?") {
                guard let fields = PercentEncoding.query(rest) else { return nil }
                func value(_ name: String) -> String? {
                    fields.first { $0.name.lowercased() == name }?.value.nonEmpty
                }
                (subject, body) = (value("subject"), value("body"))
            } else {
                (subject, body) = (nil, rest.text.nonEmpty)
            }
        }
    }
}
