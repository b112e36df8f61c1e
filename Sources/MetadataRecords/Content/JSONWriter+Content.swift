import MetadataOutput

/// What a code's text is, in the order of the schema.
extension JSONWriter {
    mutating func write(_ content: StructuredContent) {
        field("kind", content.kind)
        switch content {
        case .wifi(let network): write(network)
        case .contact(let contact): write(contact)
        case .url(let address):
            field("url", address.url)
            optional("title", address.title)
            write(address.elements)
        case .email(let message):
            optional("to", message.to)
            optional("cc", message.cc)
            optional("bcc", message.bcc)
            optional("subject", message.subject)
            optional("body", message.body)
        case .phone(let number):
            field("number", number.number)
            optional("extension", number.phoneExtension)
            optional("context", number.context)
        case .sms(let message):
            field("numbers", texts: message.numbers)
            optional("subject", message.subject)
            optional("body", message.body)
        case .geo(let place): write(place)
        case .calendar(let events): field("events", events) { $0.write($1) }
        case .gs1(let elements): write(elements)
        case .aamva(let card): write(card)
        case .boardingPass(let pass): write(pass)
        case .payment(let transfer): write(transfer)
        case .oneTimePassword(let key): write(key)
        }
    }

    /// Nothing where there is none.
    mutating func optional(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { field(name, value) }
    }

    mutating func optional(_ name: String, _ value: Int?) {
        if let value { field(name, value) }
    }

    mutating func optional(_ name: String, _ values: [String]) {
        if !values.isEmpty { field(name, texts: values) }
    }

    private mutating func write(_ network: StructuredContent.WiFiNetwork) {
        field("ssid", network.ssid)
        optional("security", network.security)
        optional("password", network.password)
        if network.isHidden { field("hidden", true) }
        optional("eapMethod", network.eapMethod)
        optional("phase2Method", network.phase2Method)
        optional("identity", network.identity)
        optional("anonymousIdentity", network.anonymousIdentity)
        optional("disabledTransitions", network.disabledTransitions)
        optional("publicKey", network.publicKey)
    }

    private mutating func write(_ contact: StructuredContent.Contact) {
        optional("name", contact.name)
        optional("familyName", contact.familyName)
        optional("givenName", contact.givenName)
        optional("additionalNames", contact.additionalNames)
        optional("prefixes", contact.prefixes)
        optional("suffixes", contact.suffixes)
        optional("reading", contact.reading)
        optional("nickname", contact.nickname)
        optional("organization", contact.organization)
        optional("departments", contact.departments)
        optional("title", contact.title)
        for (name, list) in [("phones", contact.phones), ("emails", contact.emails)] where !list.isEmpty {
            field(name, list) { writer, entry in
                writer.field("value", entry.value)
                writer.optional("types", entry.types)
            }
        }
        if !contact.addresses.isEmpty { field("addresses", contact.addresses) { $0.write($1) } }
        optional("urls", contact.urls)
        optional("birthday", contact.birthday)
        optional("note", contact.note)
    }

    private mutating func write(_ address: StructuredContent.Contact.PostalAddress) {
        optional("text", address.text)
        optional("postOfficeBox", address.postOfficeBox)
        optional("extended", address.extended)
        optional("street", address.street)
        optional("city", address.city)
        optional("region", address.region)
        optional("postalCode", address.postalCode)
        optional("country", address.country)
        optional("types", address.types)
    }

    private mutating func write(_ place: StructuredContent.GeoLocation) {
        field("latitude", place.latitude, places: 9)
        field("longitude", place.longitude, places: 9)
        if let altitude = place.altitude { field("altitude", altitude, places: 6) }
        if let uncertainty = place.uncertainty { field("uncertainty", uncertainty, places: 6) }
        optional("crs", place.crs)
    }

    private mutating func write(_ event: StructuredContent.CalendarEvent) {
        optional("summary", event.summary)
        field("start", event.start.iso8601)
        optional("startTimeZone", event.start.timeZone)
        optional("end", event.end?.iso8601)
        optional("endTimeZone", event.end?.timeZone)
        optional("duration", event.duration)
        optional("location", event.location)
        optional("description", event.details)
        optional("organizer", event.organizer)
        optional("url", event.url)
        optional("uid", event.uid)
        optional("recurrence", event.recurrence)
    }
}
