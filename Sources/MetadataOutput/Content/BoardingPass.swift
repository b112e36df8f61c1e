extension StructuredContent {
    /// A bar coded boarding pass, format M (IATA Resolution 792, attachment A, versions 1 to 8). Texts are without the blanks
    /// that fill them up; what is blank is nil. Days are numbers in a year that the pass does not name, so that they are no
    /// dates.
    public struct BoardingPass: Sendable, Hashable {
        /// `FAMILY/GIVEN`, at most 20 characters.
        public let passengerName: String
        /// Whether it is an electronic ticket.
        public let isElectronicTicket: Bool
        /// The flights in their order, 1…4.
        public let legs: [Leg]
        /// The version of the format, or nil.
        public let version: Int?
        /// What kind of passenger it is (`0` adult, `1` male, `2` female, `3` child, `4` infant …), or nil.
        public let passengerDescription: String?
        /// Where the passenger checked in, and where the pass was issued (`W` web, `K` kiosk, `M` mobile device …), or nil.
        public let checkInSource: String?, issuanceSource: String?
        /// The last digit of the year in which it was issued, and the day in it, 1…366; or nil.
        public let issueYearDigit: Int?, issueDay: Int?
        /// `B` a boarding pass, `I` an itinerary receipt; or nil.
        public let documentType: String?
        /// The airline that issued it, or nil.
        public let issuer: String?
        /// Tags of baggage: ten digits and the number of tags that follow one another; may be empty.
        public let baggageTags: [String]
        /// The kind of security data, and the data; or nil.
        public let securityType: String?, securityData: String?

        /// One flight.
        public struct Leg: Sendable, Hashable {
            /// The operating carrier's code for the booking, or nil.
            public let pnr: String?
            /// The airports as IATA names them, such as `VIE`.
            public let from: String, to: String
            /// The operating carrier, such as `OS`, and the number of its flight, or nil.
            public let carrier: String, flightNumber: String?
            /// The day of the year, 1…366, or nil.
            public let dayOfYear: Int?
            /// The letter of the compartment, or nil.
            public let compartment: String?
            /// The seat, such as `012C`, or nil.
            public let seat: String?
            /// The passenger's number at check-in, or nil.
            public let sequenceNumber: String?
            /// The passenger's status, such as `1` for checked in, or nil.
            public let passengerStatus: String?
            /// The ticket: the airline's number and the document's; or nil.
            public internal(set) var airlineCode: String?, documentNumber: String?
            /// Whether to be searched, and whether documents were checked, as the airline codes it; or nil.
            public internal(set) var selectee: String?, documentVerification: String?
            /// The carrier that sold the flight, or nil.
            public internal(set) var marketingCarrier: String?
            /// The frequent flyer's airline and number, or nil.
            public internal(set) var frequentFlyerAirline: String?, frequentFlyerNumber: String?
            /// Whether the ticket is at a discount for staff, as the airline codes it; or nil.
            public internal(set) var discount: String?
            /// Free baggage, such as `20K` or `2PC`, or nil.
            public internal(set) var freeBaggage: String?
            /// Whether the passenger may use the fast lane, or nil.
            public internal(set) var fastTrack: Bool?
            /// What the airline adds for itself, or nil.
            public internal(set) var airlineData: String?
        }

        init?(_ bytes: ArraySlice<UInt8>) {
            // Blanks at its end are fields.
            let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? bytes.startIndex
            var pass = Fields(bytes[..<min(end + 1, bytes.endIndex)])
            guard pass.text(1) == "M", let count = pass.number(1), (1...4).contains(count),
                let name = pass.text(20), let ticket = pass.field(1), ["E", "L", " "].contains(ticket.text),
                pass.rest.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            (passengerName, isElectronicTicket) = (name, ticket.text == "E")
            var (legs, unique) = ([Leg](), Fields([]))
            for index in 0..<count {
                guard var leg = Leg(&pass), var conditional = pass.sized() else { return nil }
                if index == 0, conditional.rest.first == UInt8(ascii: ">") {
                    _ = conditional.field(1)
                    guard let fields = Self.unique(&conditional) else { return nil }
                    unique = fields
                }
                guard leg.take(&conditional) else { return nil }
                legs.append(leg)
            }
            self.legs = legs
            version = unique.number(1)
            passengerDescription = unique.text(1)
            (checkInSource, issuanceSource) = (unique.text(1), unique.text(1))
            (issueYearDigit, issueDay) = (unique.number(1), unique.number(3).flatMap { $0 > 0 ? $0 : nil })
            (documentType, issuer) = (unique.text(1), unique.text(3))
            baggageTags = [unique.text(13), unique.text(13), unique.text(13)].compactMap(\.self)
            guard issueDay ?? 1 <= 366, unique.rest.isEmpty else { return nil }
            if pass.rest.first == UInt8(ascii: "^") {
                _ = pass.field(1)
                securityType = pass.text(1)
                guard let data = pass.sized() else { return nil }
                securityData = data.rest.text.nonEmpty
            } else {
                (securityType, securityData) = (nil, nil)
            }
            guard pass.rest.isEmpty else { return nil }
        }

        /// The version, and what is said once: its fields with the version before them.
        private static func unique(_ conditional: inout Fields) -> Fields? {
            guard let version = conditional.field(1), version.isDigits, let fields = conditional.sized()
            else { return nil }
            return Fields((Array(version) + fields.rest)[...])
        }

        /// Fields one after the other, of fixed lengths.
        struct Fields {
            private(set) var rest: ArraySlice<UInt8>
            private var isOver = false

            init(_ bytes: ArraySlice<UInt8>) {
                rest = bytes
            }

            /// The next field as it is; nil where there are fewer characters, as fields at the end may be left out.
            mutating func field(_ count: Int) -> ArraySlice<UInt8>? {
                isOver = isOver || rest.count < count
                return isOver ? nil : rest.take(count)
            }

            /// The next field without blanks; nil also where it has nothing else.
            mutating func text(_ count: Int) -> String? { field(count)?.trimmed.text.nonEmpty }

            /// The next field where it is digits.
            mutating func number(_ count: Int) -> Int? { field(count)?.number }

            /// As many characters as two hexadecimal digits before them say.
            mutating func sized() -> Fields? {
                guard let size = field(2), size.allSatisfy(\.isHexadecimal),
                    let count = Int(size.text, radix: 16)
                else { return nil }
                return field(count).map(Fields.init)
            }
        }
    }
}

extension StructuredContent.BoardingPass.Leg {
    /// What every leg has, but for the size behind it.
    fileprivate init?(_ fields: inout StructuredContent.BoardingPass.Fields) {
        pnr = fields.text(7)
        guard let from = fields.field(3), let to = fields.field(3), (from + to).allSatisfy(\.isUppercase),
            let carrier = fields.text(3), carrier.utf8.allSatisfy({ $0.isUppercase || $0.isDigit }),
            carrier.utf8.count >= 2,
            let flight = fields.field(5), let day = fields.field(3)
        else { return nil }
        (self.from, self.to, self.carrier) = (from.text, to.text, carrier)
        flightNumber = flight.trimmed.text.nonEmpty
        dayOfYear = day.number
        // Both may be blank: an open ticket.
        guard flight.trimmed.allSatisfy({ $0.isDigit || $0.isUppercase }),
            day.trimmed.isEmpty || (1...366).contains(dayOfYear ?? 0)
        else { return nil }
        compartment = fields.text(1)
        seat = fields.text(4)
        sequenceNumber = fields.text(5)
        guard let status = fields.field(1) else { return nil }
        passengerStatus = status.trimmed.text.nonEmpty
    }

    /// What a leg may have: a part of known fields, then the airline's own.
    fileprivate mutating func take(_ conditional: inout StructuredContent.BoardingPass.Fields) -> Bool {
        guard !conditional.rest.isEmpty else { return true }
        guard var fields = conditional.sized() else { return false }
        (airlineCode, documentNumber) = (fields.text(3), fields.text(10))
        (selectee, documentVerification) = (fields.text(1), fields.text(1))
        marketingCarrier = fields.text(3)
        (frequentFlyerAirline, frequentFlyerNumber) = (fields.text(3), fields.text(16))
        (discount, freeBaggage) = (fields.text(1), fields.text(3))
        fastTrack = ["Y": true, "N": false][fields.text(1) ?? ""]
        airlineData = conditional.rest.trimmed.text.nonEmpty
        return fields.rest.isEmpty
    }
}
