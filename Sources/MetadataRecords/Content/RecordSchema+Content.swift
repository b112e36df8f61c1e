/// What a code's text can be: an object a kind.
extension RecordSchema {
    static var contents: String {
        let references = kinds.map { ##"{"$ref": "#/$defs/\##($0.name)Content"}"## }.joined(separator: ", ")
        let content = """
                "content": {
                  "description": "What the text is by a published format.", "oneOf": [\(references)]
                }
            """
        return ([content] + (kinds + parts).map(\.definition)).joined(separator: ",\n")
    }

    private static let kinds = [
        ContentShape(
            kind: "wifi", required: ["ssid"],
            texts: [
                "ssid", "security", "password", "eapMethod", "phase2Method", "identity", "anonymousIdentity",
                "disabledTransitions", "publicKey",
            ],
            others: [isTrue("hidden")]),
        ContentShape(
            kind: "contact", required: [],
            texts: [
                "name", "familyName", "givenName", "additionalNames", "prefixes", "suffixes", "reading",
                "nickname", "organization", "title", "birthday", "note",
            ],
            others: [
                texts("departments"), items("phones", "labelled"),
                items("emails", "labelled"), items("addresses", "address"), texts("urls"),
            ]),
        ContentShape(
            kind: "url", required: ["url"], texts: ["url", "title"], others: [items("elements", "gs1Element")]
        ),
        ContentShape(
            kind: "email", required: [], texts: ["subject", "body"],
            others: [texts("to"), texts("cc"), texts("bcc")]),
        ContentShape(kind: "phone", required: ["number"], texts: ["number", "extension", "context"]),
        ContentShape(
            kind: "sms", required: ["numbers"], texts: ["subject", "body"], others: [texts("numbers")]),
        ContentShape(
            kind: "geo", required: ["latitude", "longitude"], texts: ["crs"],
            others: [
                #""latitude": {"type": "number", "minimum": -90, "maximum": 90}"#,
                #""longitude": {"type": "number", "minimum": -180, "maximum": 180}"#,
                #""altitude": {"type": "number"}"#, #""uncertainty": {"type": "number", "minimum": 0}"#,
            ]),
        ContentShape(
            kind: "calendar", required: ["events"], texts: [], others: [items("events", "calendarEvent")]),
        ContentShape(
            kind: "gs1", required: ["elements"], texts: [], others: [items("elements", "gs1Element")]),
        ContentShape(
            kind: "aamva", required: ["iin", "version", "subfiles"], texts: ["iin"],
            others: [
                number("version", 1...11), number("jurisdictionVersion", 0...99),
                items("subfiles", "aamvaSubfile"),
            ]),
        ContentShape(
            kind: "boardingPass", required: ["passengerName", "legs"],
            texts: [
                "passengerName", "passengerDescription", "checkInSource", "issuanceSource", "documentType",
                "issuer", "securityType", "securityData",
            ],
            others: [
                isTrue("electronicTicket"), items("legs", "flightLeg"), number("version", 0...9),
                number("issueYearDigit", 0...9), number("issueDay", 1...366), texts("baggageTags"),
            ]),
        ContentShape(
            kind: "payment", required: ["name", "iban"],
            texts: ["name", "iban", "bic", "amount", "purpose", "reference", "message", "information"]),
        ContentShape(
            kind: "oneTimePassword", required: ["method", "account", "secret"],
            texts: ["account", "issuer", "secret", "algorithm"],
            others: [
                #""method": {"enum": ["totp", "hotp"]}"#, number("digits", 0...999_999_999),
                number("period", 0...999_999_999), number("counter", 0...999_999_999),
            ]),
    ]

    private static let parts = [
        ContentShape(part: "labelled", required: ["value"], texts: ["value"], others: [texts("types")]),
        ContentShape(
            part: "address", required: [],
            texts: [
                "text", "postOfficeBox", "extended", "street", "city", "region", "postalCode", "country",
            ],
            others: [texts("types")]),
        ContentShape(
            part: "calendarEvent", required: ["start"],
            texts: [
                "summary", "startTimeZone", "endTimeZone", "duration", "location", "description", "organizer",
                "url", "uid", "recurrence",
            ],
            others: [reference("start", "moment"), reference("end", "moment")]),
        ContentShape(
            part: "gs1Element", required: ["ai", "value"], texts: ["title", "value"],
            others: [
                #""ai": {"type": "string", "pattern": "^[0-9]{2,4}$"}"#, reference("date", "moment"),
                #""decimal": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$"}"#,
                #""currency": {"type": "string", "pattern": "^[0-9]{3}$"}"#,
            ]),
        ContentShape(
            part: "aamvaSubfile", required: ["type", "elements"], texts: ["type"],
            others: [items("elements", "aamvaElement")]),
        ContentShape(
            part: "aamvaElement", required: ["id", "value"], texts: ["id", "title"],
            others: ["\"value\": {\"type\": \"string\"}", reference("date", "moment")]),
        ContentShape(
            part: "flightLeg", required: ["from", "to", "carrier"],
            texts: [
                "pnr", "from", "to", "carrier", "flightNumber", "compartment", "seat", "sequenceNumber",
                "passengerStatus", "airlineCode", "documentNumber", "selectee", "documentVerification",
                "marketingCarrier", "frequentFlyerAirline", "frequentFlyerNumber", "discount", "freeBaggage",
                "airlineData",
            ],
            others: [number("dayOfYear", 1...366), #""fastTrack": {"type": "boolean"}"#]),
    ]

    private static func isTrue(_ name: String) -> String {
        ##""\##(name)": {"const": true}"##
    }

    private static func reference(_ name: String, _ part: String) -> String {
        ##""\##(name)": {"$ref": "#/$defs/\##(part)"}"##
    }

    private static func texts(_ name: String) -> String {
        items(name, "name")
    }

    private static func items(_ name: String, _ part: String) -> String {
        ##""\##(name)": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/\##(part)"}}"##
    }

    private static func number(_ name: String, _ range: ClosedRange<Int>) -> String {
        #""\#(name)": {"type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)}"#
    }
}

/// An object of the schema, most of whose fields are texts.
private struct ContentShape {
    let name: String
    let definition: String

    /// A kind of content.
    init(kind: String, required: [String], texts: [String], others: [String] = []) {
        name = kind
        definition = Self.definition(
            "\(kind)Content", required: ["kind"] + required, texts: texts,
            others: [#""kind": {"const": "\#(kind)"}"#] + others)
    }

    /// A part of contents.
    init(part: String, required: [String], texts: [String], others: [String]) {
        name = part
        definition = Self.definition(part, required: required, texts: texts, others: others)
    }

    private static func definition(
        _ name: String, required: [String], texts: [String], others: [String]
    ) -> String {
        let fields = others + texts.map { ##""\##($0)": {"$ref": "#/$defs/name"}"## }
        let lines = fields.map { "        " + $0 }.joined(separator: ",\n")
        return """
                "\(name)": {
                  "type": "object",
                  "properties": {
            \(lines)
                  },
                  "required": \(RecordSchema.list(required)), "additionalProperties": false
                }
            """
    }
}
