extension StructuredContent.Contact {
    /// `MECARD:N:family,given;TEL:…;;`.
    init?(mecard bytes: ArraySlice<UInt8>) {
        guard let fields = EscapedFields(bytes), let names = fields.parts("N"), let name = names.first,
            !name.isEmpty
        else { return nil }
        self.init()
        if names.count == 2 {
            (familyName, givenName) = (name, names[1].nonEmpty)
        } else {
            self.name = names.joined(separator: " ")
        }
        reading = fields.parts("SOUND")?.joined(separator: " ").nonEmpty
        nickname = fields["NICKNAME"]
        organization = fields["ORG"]
        title = fields["TITLE"]
        phones =
            fields.all("TEL").compactMap(\.nonEmpty).map { .init(value: $0, types: []) }
            + fields.all("TEL-AV").compactMap(\.nonEmpty).map { .init(value: $0, types: ["video"]) }
        emails = fields.all("EMAIL").compactMap(\.nonEmpty).map { .init(value: $0, types: []) }
        if let parts = fields.parts("ADR"), let text = fields["ADR"] {
            // Box, room, house, city, prefecture, code, country; most makers write it in one piece.
            var address = PostalAddress(types: [], parts: Array(repeating: nil, count: 7))
            if parts.count == 7 {
                address = PostalAddress(types: [], parts: parts.map(\.nonEmpty))
            } else {
                address.text = text
            }
            addresses = [address]
        }
        urls = fields.all("URL").compactMap(\.nonEmpty)
        birthday = fields["BDAY"].map(Self.birthday)
        note = fields["NOTE"]
    }

    /// `BIZCARD:N:given;X:family;T:title;C:company;A:address;B:phone;M:mobile;F:fax;E:e-mail;;`.
    init?(bizcard bytes: ArraySlice<UInt8>) {
        guard let fields = EscapedFields(bytes) else { return nil }
        self.init()
        (givenName, familyName) = (fields["N"], fields["X"])
        (organization, title) = (fields["C"], fields["T"])
        for (name, type) in [("B", "work"), ("M", "cell"), ("F", "fax")] {
            phones += fields.all(name).compactMap(\.nonEmpty).map { .init(value: $0, types: [type]) }
        }
        emails = fields.all("E").compactMap(\.nonEmpty).map { .init(value: $0, types: []) }
        if let text = fields["A"] {
            var address = PostalAddress(types: [], parts: Array(repeating: nil, count: 7))
            address.text = text
            addresses = [address]
        }
        guard givenName != nil || familyName != nil || organization != nil else { return nil }
    }
}
