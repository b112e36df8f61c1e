import MetadataOutput

/// Contents that are documents and goods.
extension JSONWriter {
    mutating func write(_ elements: [StructuredContent.GS1Element]) {
        guard !elements.isEmpty else { return }
        field("elements", elements) { writer, element in
            writer.field("ai", element.ai)
            writer.optional("title", element.title)
            writer.field("value", element.value)
            writer.optional("date", element.date?.iso8601)
            writer.optional("decimal", element.decimal)
            writer.optional("currency", element.currency)
        }
    }

    mutating func write(_ card: StructuredContent.AAMVACard) {
        field("iin", card.iin)
        field("version", card.version)
        optional("jurisdictionVersion", card.jurisdictionVersion)
        field("subfiles", card.subfiles) { writer, subfile in
            writer.field("type", subfile.type)
            writer.field("elements", subfile.elements) { writer, element in
                writer.field("id", element.id)
                writer.optional("title", element.title)
                writer.field("value", element.value)
                writer.optional("date", element.date?.iso8601)
            }
        }
    }

    mutating func write(_ pass: StructuredContent.BoardingPass) {
        field("passengerName", pass.passengerName)
        if pass.isElectronicTicket { field("electronicTicket", true) }
        field("legs", pass.legs) { $0.write($1) }
        optional("version", pass.version)
        optional("passengerDescription", pass.passengerDescription)
        optional("checkInSource", pass.checkInSource)
        optional("issuanceSource", pass.issuanceSource)
        optional("issueYearDigit", pass.issueYearDigit)
        optional("issueDay", pass.issueDay)
        optional("documentType", pass.documentType)
        optional("issuer", pass.issuer)
        optional("baggageTags", pass.baggageTags)
        optional("securityType", pass.securityType)
        optional("securityData", pass.securityData)
    }

    private mutating func write(_ leg: StructuredContent.BoardingPass.Leg) {
        optional("pnr", leg.pnr)
        field("from", leg.from)
        field("to", leg.to)
        field("carrier", leg.carrier)
        optional("flightNumber", leg.flightNumber)
        optional("dayOfYear", leg.dayOfYear)
        optional("compartment", leg.compartment)
        optional("seat", leg.seat)
        optional("sequenceNumber", leg.sequenceNumber)
        optional("passengerStatus", leg.passengerStatus)
        optional("airlineCode", leg.airlineCode)
        optional("documentNumber", leg.documentNumber)
        optional("selectee", leg.selectee)
        optional("documentVerification", leg.documentVerification)
        optional("marketingCarrier", leg.marketingCarrier)
        optional("frequentFlyerAirline", leg.frequentFlyerAirline)
        optional("frequentFlyerNumber", leg.frequentFlyerNumber)
        optional("discount", leg.discount)
        optional("freeBaggage", leg.freeBaggage)
        if let fastTrack = leg.fastTrack { field("fastTrack", fastTrack) }
        optional("airlineData", leg.airlineData)
    }

    mutating func write(_ transfer: StructuredContent.CreditTransfer) {
        field("name", transfer.name)
        field("iban", transfer.iban)
        optional("bic", transfer.bic)
        optional("amount", transfer.amount)
        optional("purpose", transfer.purpose)
        optional("reference", transfer.reference)
        optional("message", transfer.message)
        optional("information", transfer.information)
    }

    mutating func write(_ key: StructuredContent.OneTimePassword) {
        field("method", key.method.rawValue)
        field("account", key.account)
        optional("issuer", key.issuer)
        field("secret", key.secret)
        optional("algorithm", key.algorithm)
        optional("digits", key.digits)
        optional("period", key.period)
        optional("counter", key.counter)
    }
}
