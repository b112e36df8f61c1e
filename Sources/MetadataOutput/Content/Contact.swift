extension StructuredContent {
    /// A person or company: vCard 2.1, 3.0 (RFC 2426) or 4.0 (RFC 6350), or DoCoMo's MECARD and BIZCARD.
    public struct Contact: Sendable, Hashable {
        /// The name as it is shown (`FN`), or nil.
        public internal(set) var name: String?
        /// The parts of the name; several of a kind with spaces between; nil each that is not given.
        public internal(set) var familyName: String?, givenName: String?, additionalNames: String?
        /// What stands before and after the name, such as `Dr.` and `Jr.`; nil each that is not given.
        public internal(set) var prefixes: String?, suffixes: String?
        /// How the name is spoken, of MECARD (`SOUND`), or nil.
        public internal(set) var reading: String?
        /// Another name, or nil.
        public internal(set) var nickname: String?
        /// The company, and the units of it where the person works, the largest first.
        public internal(set) var organization: String?, departments: [String] = []
        /// The person's position there, or nil.
        public internal(set) var title: String?
        /// Telephone numbers.
        public internal(set) var phones: [Labelled] = []
        /// E-mail addresses.
        public internal(set) var emails: [Labelled] = []
        /// Postal addresses.
        public internal(set) var addresses: [PostalAddress] = []
        /// Web addresses as they stand in the text.
        public internal(set) var urls: [String] = []
        /// The birthday, as ISO 8601 has it where it is a whole date, otherwise as it stands in the text; nil if there is none.
        public internal(set) var birthday: String?
        /// A note, or nil.
        public internal(set) var note: String?

        /// A number or an address, and what it is for.
        public struct Labelled: Sendable, Hashable {
            /// The number or address.
            public let value: String
            /// In small letters: `home`, `work`, `cell`, `fax` …; `pref` is the preferred one.
            public let types: [String]
        }

        /// A postal address; parts that are not given are nil.
        public struct PostalAddress: Sendable, Hashable {
            /// In small letters: `home`, `work` …
            public let types: [String]
            /// The address in one piece, of formats that do not part it.
            public internal(set) var text: String?
            /// Its parts, as vCard names them.
            public internal(set) var postOfficeBox: String?, extended: String?, street: String?, city: String?
            /// Its other parts.
            public internal(set) var region: String?, postalCode: String?, country: String?
        }

        init() {}
    }
}

extension StructuredContent.Contact {
    /// Digits of a whole date as ISO 8601 has it; other texts as they are.
    static func birthday(_ text: String) -> String {
        let digits = Array(text.utf8).filter { $0 != UInt8(ascii: "-") }
        return StructuredContent.Moment(date: digits[...])?.iso8601 ?? text
    }
}
