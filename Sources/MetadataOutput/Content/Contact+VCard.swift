extension StructuredContent.Contact {
    /// Nil without a version that is known and a name.
    init?(vCard component: LineComponent) {
        guard let version = component["VERSION"]?.text, ["2.1", "3.0", "4.0"].contains(version),
            component["FN"] != nil || component["N"] != nil
        else { return nil }
        self.init()
        name = component["FN"]?.text
        if let line = component["N"], let parts = Self.parts(of: line, joinedBy: " ") {
            (familyName, givenName, additionalNames) = (parts[0], parts[1], parts[2])
            (prefixes, suffixes) = (parts[3], parts[4])
        }
        guard name != nil || familyName != nil || givenName != nil else { return nil }
        nickname = component["NICKNAME"]?.text
        if let units = component["ORG"]?.texts(between: ";") {
            organization = units.first?.nonEmpty
            departments = units.dropFirst().filter { !$0.isEmpty }
        }
        title = component["TITLE"]?.text
        phones = component.all("TEL").compactMap { line in
            // Version 4 has addresses of numbers.
            let number = line.text.map { text in
                text.lowercased().begins(with: "tel:") ? String(Substring(text.utf8.dropFirst(4))) : text
            }
            return number?.nonEmpty.map { .init(value: $0, types: line.types) }
        }
        emails = component.all("EMAIL").compactMap { line in
            line.text.map { .init(value: $0, types: line.types) }
        }
        addresses = component.all("ADR").compactMap(Self.address)
        urls = component.all("URL").compactMap(\.text)
        birthday = component["BDAY"]?.text.map(Self.birthday)
        note = component["NOTE"]?.text
    }

    private static func address(_ line: ContentLine) -> PostalAddress? {
        guard let parts = parts(of: line, joinedBy: ", "), parts.contains(where: { $0 != nil }) else {
            return nil
        }
        return PostalAddress(types: line.types, parts: parts)
    }

    /// The parts of a structured value, at least seven. The new form may have several texts in one.
    private static func parts(of line: ContentLine, joinedBy joint: String) -> [String?]? {
        line.texts(between: ";").map { texts in
            texts.map(\.nonEmpty) + Array(repeating: nil, count: max(0, 7 - texts.count))
        }
    }
}

extension StructuredContent.Contact.PostalAddress {
    /// Seven parts in vCard's order.
    init(types: [String], parts: [String?]) {
        self.types = types
        (postOfficeBox, extended, street, city) = (parts[0], parts[1], parts[2], parts[3])
        (region, postalCode, country) = (parts[4], parts[5], parts[6])
    }
}
