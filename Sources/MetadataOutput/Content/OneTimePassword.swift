extension StructuredContent {
    /// The key of an account's one-time passwords: `otpauth://totp/issuer:account?secret=…` (Google's Key Uri Format).
    public struct OneTimePassword: Sendable, Hashable {
        /// How passwords are made.
        public enum Method: String, Sendable, Hashable {
            /// From the time (RFC 6238).
            case totp
            /// From a counter (RFC 4226).
            case hotp
        }

        /// How passwords are made.
        public let method: Method
        /// The account.
        public let account: String
        /// Whose account it is, or nil.
        public let issuer: String?
        /// The key, in Base32.
        public let secret: String
        /// The hash as it stands in the text, such as `SHA1`; nil: SHA1.
        public let algorithm: String?
        /// Digits of a password; nil: 6.
        public let digits: Int?
        /// Seconds for which a password is valid; nil: 30.
        public let period: Int?
        /// The counter's value, of `hotp` only.
        public let counter: Int?

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.starts(with: Array("//".utf8)) else { return nil }
            let (path, query) = bytes.dropFirst(2).trimmedEnd.divided(at: UInt8(ascii: "?"))
            let (host, label) = path.divided(at: UInt8(ascii: "/"))
            guard let method = Method(rawValue: host.text.lowercased()),
                let name = label.flatMap(PercentEncoding.text),
                let fields = query.flatMap(PercentEncoding.query)
            else { return nil }
            func value(_ name: String) -> String? {
                fields.first { $0.name.lowercased() == name }?.value.nonEmpty
            }
            let (prefix, rest) = Array(name.utf8)[...].divided(at: UInt8(ascii: ":"))
            self.method = method
            account = (rest ?? prefix).trimmed.text
            issuer = value("issuer") ?? (rest == nil ? nil : prefix.text.nonEmpty)
            guard let secret = value("secret"), secret.utf8.allSatisfy(Self.isBase32), !account.isEmpty
            else { return nil }
            self.secret = secret
            algorithm = value("algorithm")
            let numbers = ["digits", "period", "counter"].map { value($0).map { Array($0.utf8)[...].number } }
            guard !numbers.contains(where: { $0 == .some(nil) }), method == .totp || numbers[2] != nil
            else { return nil }
            (digits, period, counter) = (numbers[0] ?? nil, numbers[1] ?? nil, numbers[2] ?? nil)
        }

        private static func isBase32(_ byte: UInt8) -> Bool {
            let upper = byte & ~0x20
            return upper.isUppercase || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
                || byte == UInt8(ascii: "=")
        }
    }
}
