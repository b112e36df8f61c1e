/// What a code's text is by a published format: a network to join, a contact, a boarding pass.
///
/// Nothing is guessed: a text that does not follow its format as the specification has it is no content, whatever it
/// looks like. Fields are as they stand in the text, unescaped and decoded; what is left out there is nil or empty
/// here. Dates without a year, or without a country that says how to read them, are no dates.
public enum StructuredContent: Sendable, Hashable {
    /// A wireless network (`WIFI:`).
    case wifi(WiFiNetwork)
    /// A person or company (vCard, MECARD, BIZCARD).
    case contact(Contact)
    /// A web address.
    case url(WebAddress)
    /// An e-mail to write (`mailto:`, MATMSG, SMTP).
    case email(EmailMessage)
    /// A number to call (`tel:`).
    case phone(PhoneNumber)
    /// A text message to write (`sms:`, `smsto:`, `mmsto:`).
    case sms(ShortMessage)
    /// A place (`geo:`).
    case geo(GeoLocation)
    /// Events of an iCalendar or vCalendar, in their order; never empty.
    case calendar([CalendarEvent])
    /// Elements of a GS1 symbol in their order; never empty. An EAN or UPC symbol is a GTIN.
    case gs1([GS1Element])
    /// A North American driver licence or identification card (AAMVA).
    case aamva(AAMVACard)
    /// An airline's boarding pass (IATA Resolution 792).
    case boardingPass(BoardingPass)
    /// A credit transfer to make (EPC069-12, SEPA).
    case payment(CreditTransfer)
    /// The key of an account's one-time passwords (`otpauth:`).
    case oneTimePassword(OneTimePassword)

    /// The name of its kind in records, such as `wifi`.
    public var kind: String {
        switch self {
        case .wifi: "wifi"
        case .contact: "contact"
        case .url: "url"
        case .email: "email"
        case .phone: "phone"
        case .sms: "sms"
        case .geo: "geo"
        case .calendar: "calendar"
        case .gs1: "gs1"
        case .aamva: "aamva"
        case .boardingPass: "boardingPass"
        case .payment: "payment"
        case .oneTimePassword: "oneTimePassword"
        }
    }

    /// Fields, lines or elements of a text; one that has more is no content, so that none costs much.
    static let mostFields = 1000

    /// The content of what a code says, or nil if it has none.
    ///
    /// A part of a message that is spread over several symbols has none until the whole is there, and then that of
    /// the whole.
    public init?(type: MetadataObjectType, content: CodeContent) {
        guard content.isDecoded, let text = content.messageText else { return nil }
        let bytes = Array(text.utf8)
        let found =
            Self.gs1(bytes, type: type, symbologyIdentifier: content.symbologyIdentifier)
            // Linear symbols of digits cannot hold anything else.
            ?? (type.isRetailCode ? nil : Self.text(bytes[...]))
        guard let found else { return nil }
        self = found
    }

    /// The content of a text, whichever symbol it is from; nil if it has none. A text is GS1's only by its symbol.
    public init?(text: String) {
        guard let found = Self.text(Array(text.utf8)[...]) else { return nil }
        self = found
    }

    /// Each format is known by what it begins with, so that at most one parser looks at the whole text.
    private static func text(_ signed: ArraySlice<UInt8>) -> StructuredContent? {
        // The byte order mark is a signature of the encoding and no part of the text (The Unicode Standard, 23.8).
        let bytes = signed.starts(with: "\u{FEFF}".utf8) ? signed.dropFirst(3) : signed
        guard let first = bytes.first else { return nil }
        if first == UInt8(ascii: "@") { return AAMVACard(bytes).map(Self.aamva) }
        if let pass = BoardingPass(bytes) { return .boardingPass(pass) }
        if let transfer = CreditTransfer(bytes) { return .payment(transfer) }
        // A prefix is short, so that a text without a colon is not looked through.
        guard let colon = bytes.prefix(12).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = bytes[(colon + 1)...]
        return switch bytes[..<colon].text.lowercased() {
        case "wifi": WiFiNetwork(rest).map(Self.wifi)
        case "begin": card(bytes)
        case "mecard": Contact(mecard: rest).map(Self.contact)
        case "bizcard": Contact(bizcard: rest).map(Self.contact)
        case "http", "https": WebAddress(bytes).map(Self.url)
        case "urlto": WebAddress(urlto: rest).map(Self.url)
        case "mebkm": WebAddress(bookmark: rest).map(Self.url)
        case "mailto": EmailMessage(mailto: rest).map(Self.email)
        case "matmsg": EmailMessage(matmsg: rest).map(Self.email)
        case "smtp": EmailMessage(smtp: rest).map(Self.email)
        case "tel": PhoneNumber(rest).map(Self.phone)
        case "sms", "smsto", "mms", "mmsto": ShortMessage(rest).map(Self.sms)
        case "geo": GeoLocation(rest).map(Self.geo)
        case "otpauth": OneTimePassword(rest).map(Self.oneTimePassword)
        default: nil
        }
    }

    /// vCard and iCalendar are lines of one form.
    private static func card(_ bytes: ArraySlice<UInt8>) -> StructuredContent? {
        guard let component = LineComponent(bytes) else { return nil }
        return switch component.name {
        case "VCARD": Contact(vCard: component).map(Self.contact)
        default: CalendarEvent.events(in: component).map(Self.calendar)
        }
    }
}

extension CodeContent {
    /// The text of the whole message.
    fileprivate var messageText: String? {
        guard let structuredAppend else { return text }
        return structuredAppend.message?.text
    }
}

extension MetadataMachineReadableCodeObject {
    /// What the text is, if it follows a published format. Read from the text each time. Not Apple's. Nil if it follows none.
    public var structuredContent: StructuredContent? { StructuredContent(type: type, content: content) }
}
