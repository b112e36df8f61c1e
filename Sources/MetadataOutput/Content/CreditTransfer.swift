extension StructuredContent {
    /// A credit transfer to make: the European Payments Council's QR code (EPC069-12, versions 001 and 002).
    public struct CreditTransfer: Sendable, Hashable {
        /// Whom it goes to.
        public let name: String
        /// The account, its check digits right.
        public let iban: String
        /// The bank, or nil.
        public let bic: String?
        /// The amount in euros, such as `12.30`, or nil.
        public let amount: String?
        /// The purpose's code of up to four letters, or nil.
        public let purpose: String?
        /// The structured reference (ISO 11649), or nil.
        public let reference: String?
        /// The text for the payee, or nil.
        public let message: String?
        /// The text for the payer, or nil.
        public let information: String?

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.starts(with: Array("BCD".utf8)), bytes.count <= 1000 else { return nil }
            var lines = bytes.parts(at: 0x0A).map { ($0.last == 0x0D ? $0.dropLast() : $0).text }
            while lines.last?.isEmpty == true { lines.removeLast() }
            guard (7...12).contains(lines.count), lines[0] == "BCD", ["001", "002"].contains(lines[1]),
                ["1", "2", "3", "4", "5", "6", "7", "8"].contains(lines[2]), lines[3] == "SCT"
            else { return nil }
            lines += Array(repeating: "", count: 12 - lines.count)
            (name, iban) = (lines[5], lines[6])
            (bic, purpose, reference) = (lines[4].nonEmpty, lines[8].nonEmpty, lines[9].nonEmpty)
            (message, information) = (lines[10].nonEmpty, lines[11].nonEmpty)
            guard (1...70).contains(name.count), IBAN.isValid(Array(iban.utf8)[...]),
                bic != nil || lines[1] == "002", [0, 8, 11].contains(lines[4].utf8.count),
                purpose?.utf8.count ?? 0 <= 4, reference?.utf8.count ?? 0 <= 35,
                message?.count ?? 0 <= 140, information?.count ?? 0 <= 70,
                reference == nil || message == nil
            else { return nil }
            guard !lines[7].isEmpty else {
                amount = nil
                return
            }
            let (euros, cents) = Array(lines[7].utf8).dropFirst(3).divided(at: UInt8(ascii: "."))
            guard lines[7].hasPrefix("EUR"), (1...9).contains(euros.count), euros.isDigits,
                cents.map({ (1...2).contains($0.count) && $0.isDigits }) ?? true
            else { return nil }
            amount = String(lines[7].dropFirst(3))
        }
    }
}
