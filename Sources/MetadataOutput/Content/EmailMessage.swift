extension StructuredContent {
    /// An e-mail to write: `mailto:` (RFC 6068), DoCoMo's `MATMSG:TO:…;SUB:…;BODY:…;;`, or `SMTP:address:subject:text`.
    public struct EmailMessage: Sendable, Hashable {
        /// Addresses it goes to; may be empty.
        public private(set) var to: [String] = []
        /// Addresses that get a copy, and those that get one unseen.
        public private(set) var cc: [String] = [], bcc: [String] = []
        /// Its subject, or nil.
        public private(set) var subject: String?
        /// Its text, or nil.
        public private(set) var body: String?

        /// Nil where an address is none; header fields of other names are not taken, as RFC 6068 has it.
        init?(mailto bytes: ArraySlice<UInt8>) {
            let (path, query) = bytes.divided(at: UInt8(ascii: "?"))
            guard let fields = PercentEncoding.query(query ?? []), add(path, to: \.to) else { return nil }
            for field in fields {
                switch field.name.lowercased() {
                case "to": guard add(Array(field.value.utf8)[...], to: \.to) else { return nil }
                case "cc": guard add(Array(field.value.utf8)[...], to: \.cc) else { return nil }
                case "bcc": guard add(Array(field.value.utf8)[...], to: \.bcc) else { return nil }
                case "subject": subject = field.value
                case "body": body = field.value
                default: break
                }
            }
            guard !path.isEmpty || !fields.isEmpty else { return nil }
        }

        init?(matmsg bytes: ArraySlice<UInt8>) {
            guard let fields = EscapedFields(bytes) else { return nil }
            to = fields.all("TO")
            (subject, body) = (fields["SUB"], fields["BODY"])
            guard !to.isEmpty, to.allSatisfy(Self.isAddress) else { return nil }
        }

        init?(smtp bytes: ArraySlice<UInt8>) {
            let (address, rest) = bytes.divided(at: UInt8(ascii: ":"))
            let (subject, body) = (rest ?? []).divided(at: UInt8(ascii: ":"))
            to = [address.text]
            (self.subject, self.body) = (subject.text.nonEmpty, body?.text.nonEmpty)
            guard Self.isAddress(address.text) else { return nil }
        }

        /// Adds addresses between commas.
        private mutating func add(
            _ list: ArraySlice<UInt8>, to place: WritableKeyPath<Self, [String]>
        ) -> Bool {
            guard !list.isEmpty else { return true }
            for part in list.parts(at: UInt8(ascii: ",")) {
                guard let address = PercentEncoding.text(of: part), Self.isAddress(address),
                    self[keyPath: place].count < StructuredContent.mostFields
                else { return false }
                self[keyPath: place].append(address)
            }
            return true
        }

        /// Whether it has a part on both sides of one @, and no white space; in quotation marks the first may have another @ (RFC 5321,
        /// 4.1.2).
        static func isAddress(_ text: String) -> Bool {
            let (at, mark) = (UInt8(ascii: "@"), UInt8(ascii: "\""))
            let bytes = Array(text.utf8)
            guard let end = bytes.lastIndex(of: at), end > 0, end < bytes.count - 1,
                !bytes.contains(where: { $0 <= 0x20 })
            else { return false }
            let local = bytes[..<end]
            return !local.contains(at) || local.isQuoted(by: mark)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether it has something between two marks, and marks in it only behind a backslash.
    fileprivate func isQuoted(by mark: UInt8) -> Bool {
        guard count > 2, first == mark, last == mark else { return false }
        var isEscaped = false
        for byte in dropFirst().dropLast() {
            if byte == mark, !isEscaped { return false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return !isEscaped
    }
}
