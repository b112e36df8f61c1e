extension StructuredContent {
    /// What the PDF417 of a North American driver licence or identification card says (AAMVA DL/ID Card Design Standard,
    /// annex D), versions 1 (2000) to 11 (2025).
    public struct AAMVACard: Sendable, Hashable {
        /// The issuer's identification number, 6 digits, such as `636000` for Virginia.
        public let iin: String
        /// The version of the standard, 1…11.
        public let version: Int
        /// The version of the issuer's own part; nil in version 1.
        public let jurisdictionVersion: Int?
        /// The subfiles in their order; the first is `DL` or `ID`.
        public let subfiles: [Subfile]

        /// A part of the data.
        public struct Subfile: Sendable, Hashable {
            /// Two letters: `DL` a licence, `ID` an identification card, `Z` and a letter what the issuer adds.
            public let type: String
            /// Its elements in their order.
            public let elements: [Element]
        }

        /// A data element.
        public struct Element: Sendable, Hashable {
            /// Its name in the standard, three letters such as `DCS`.
            public let id: String
            /// What that means, such as `familyName`; nil for the issuer's own and for rare ones.
            public let title: String?
            /// The value without spaces at its ends; may be empty.
            public let value: String
            /// The date that it says. Licences of the United States have the month first, those of Canada the year; where
            /// the card does not say its country (`DCG`) there is none, except in version 1, which has the year first.
            public let date: Moment?
        }

        /// Nil where the header, the list of subfiles or one of them is not as the standard has it. Offsets and lengths in
        /// that list are not used: subfiles end with a return, and many cards have wrong ones.
        init?(_ bytes: ArraySlice<UInt8>) {
            // Compliance indicator, data element separator, record separator, segment terminator; version 1 has FS or RS.
            let start = Array(bytes.prefix(4))
            guard start.count == 4, start[0] == UInt8(ascii: "@"), start[1] == 0x0A,
                start[2] == 0x1E || start[2] == 0x1C, start[3] == 0x0D
            else { return nil }
            var rest = bytes.dropFirst(4)
            guard let fileType = rest.take(5)?.text, fileType == "ANSI " || fileType == "AAMVA",
                let issuer = rest.take(6), issuer.isDigits,
                let version = rest.take(2)?.number, (1...11).contains(version)
            else { return nil }
            (iin, self.version) = (issuer.text, version)
            var jurisdictionVersion: Int?
            if version > 1 {
                guard let number = rest.take(2)?.number else { return nil }
                jurisdictionVersion = number
            }
            self.jurisdictionVersion = jurisdictionVersion
            guard let count = rest.take(2)?.number, count > 0 else { return nil }
            var types: [String] = []
            for _ in 0..<count {
                guard let type = rest.take(2), type.allSatisfy(\.isUppercase),
                    let place = rest.take(8), place.isDigits
                else { return nil }
                types.append(type.text)
            }
            guard types[0] == "DL" || types[0] == "ID" else { return nil }
            let segments = rest.trimmedEnd.parts(at: 0x0D).map { $0.drop { $0 == 0x0A } }.filter {
                !$0.isEmpty
            }
            guard segments.count == count else { return nil }
            var subfiles: [[(id: String, value: String)]] = []
            for (type, segment) in zip(types, segments) {
                guard let fields = Self.fields(of: segment, type: type) else { return nil }
                subfiles.append(fields)
            }
            let country = subfiles[0].first { $0.id == "DCG" }?.value
            let isMonthFirst: Bool? = version == 1 ? false : ["USA": true, "CAN": false][country ?? ""]
            self.subfiles = zip(types, subfiles).map { type, fields in
                Subfile(
                    type: type, elements: fields.map { Element($0.id, $0.value, isMonthFirst: isMonthFirst) })
            }
        }

        /// Elements between line feeds behind the subfile's type.
        private static func fields(
            of segment: ArraySlice<UInt8>, type: String
        ) -> [(id: String, value: String)]? {
            guard segment.prefix(2).text == type else { return nil }
            var fields: [(id: String, value: String)] = []
            for line in segment.dropFirst(2).parts(at: 0x0A) where !line.trimmed.isEmpty {
                let id = line.prefix(3)
                guard id.count == 3, id.first?.isUppercase == true,
                    id.allSatisfy({ $0.isUppercase || $0.isDigit }),
                    fields.count < StructuredContent.mostFields
                else { return nil }
                fields.append((id.text, line.dropFirst(3).trimmed.text))
            }
            return fields.isEmpty ? nil : fields
        }
    }
}

extension StructuredContent.AAMVACard.Element {
    fileprivate init(_ id: String, _ value: String, isMonthFirst: Bool?) {
        (self.id, self.value, title) = (id, value, Self.titles[id])
        let isDate = Self.dates.contains(id)
        date = isMonthFirst.flatMap {
            isDate ? StructuredContent.Moment(date: Array(value.utf8)[...], isMonthFirst: $0) : nil
        }
    }

    private static let dates: Set = ["DBA", "DBB", "DBD", "DDB", "DDC", "DDH", "DDI", "DDJ"]

    private static let titles = [
        "DAA": "fullName", "DAB": "familyName", "DAC": "givenName", "DAD": "middleNames", "DAG": "street",
        "DAH": "street2", "DAI": "city", "DAJ": "region", "DAK": "postalCode", "DAQ": "documentNumber",
        "DAR": "vehicleClass", "DAS": "restrictions", "DAT": "endorsements", "DAU": "height",
        "DAW": "weightInPounds", "DAX": "weightInKilograms", "DAY": "eyeColor", "DAZ": "hairColor",
        "DBA": "expiryDate", "DBB": "birthDate", "DBC": "sex", "DBD": "issueDate", "DBN": "aliasFamilyName",
        "DBG": "aliasGivenName", "DBS": "aliasSuffix", "DCA": "vehicleClass", "DCB": "restrictions",
        "DCD": "endorsements", "DCF": "documentDiscriminator", "DCG": "country", "DCI": "birthPlace",
        "DCJ": "auditInformation", "DCK": "inventoryControlNumber", "DCL": "race", "DCS": "familyName",
        "DCT": "givenNames", "DCU": "nameSuffix", "DDA": "complianceType", "DDB": "cardRevisionDate",
        "DDC": "hazardousMaterialsExpiryDate", "DDD": "limitedDuration", "DDE": "familyNameTruncated",
        "DDF": "givenNameTruncated", "DDG": "middleNamesTruncated", "DDH": "under18Until",
        "DDI": "under19Until", "DDJ": "under21Until", "DDK": "organDonor", "DDL": "veteran",
    ]
}

extension ArraySlice<UInt8> {
    /// The next bytes, which are taken off; nil where there are fewer.
    mutating func take(_ number: Int) -> ArraySlice<UInt8>? {
        guard number <= count else { return nil }
        defer { self = dropFirst(number) }
        return prefix(number)
    }
}
