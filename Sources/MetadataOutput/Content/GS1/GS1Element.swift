extension StructuredContent {
    /// An element of GS1's system: an application identifier and its data (GS1 General Specifications §3).
    ///
    /// Lengths, characters, check digits and dates are as the specification wants them. Whether identifiers belong
    /// together, and lists of countries and currencies, are not looked at.
    public struct GS1Element: Sendable, Hashable {
        /// The application identifier: 2 to 4 digits, such as `01`.
        public let ai: String
        /// What the General Specifications call it, such as `GTIN`; nil for those that have no title.
        public let title: String?
        /// The data as it stands in the symbol.
        public let value: String
        /// The date or time that the data says. The century is the one in which the date is nearest to 2026, as the
        /// General Specifications have it (§7.12) for that year: a record does not depend on the day it is made. Without a
        /// day, the last one of the month is meant. Nil where the data says none, or a range of two.
        public internal(set) var date: Moment?
        /// The number that the data says, its decimal point put where the identifier has it, such as `1.750`. Nil where the data
        /// is no such number.
        public internal(set) var decimal: String?
        /// The currency of an amount as ISO 4217 numbers it, such as `978`, or nil.
        public internal(set) var currency: String?
    }

    /// The elements of a symbol that says it is GS1's, or the GTIN of an EAN or UPC symbol; nil for others and where an
    /// element is not as it should be.
    static func gs1(
        _ bytes: [UInt8], type: MetadataObjectType, symbologyIdentifier: String?
    ) -> StructuredContent? {
        if type.isRetailCode { return gtin(bytes, type: type).map { .gs1([$0]) } }
        let isGS1 =
            [.gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited].contains(type)
            || symbologyIdentifier.map(gs1Identifiers.contains) == true
        return isGS1 ? elements(of: bytes[...]).map(StructuredContent.gs1) : nil
    }

    /// FNC1 first in Code 128, Data Matrix (also with ECI), QR (also with ECI), Aztec (also with ECI); DataBar.
    private static let gs1Identifiers: Set = ["]C1", "]d2", "]d5", "]Q3", "]Q4", "]z1", "]z4", "]e0"]

    /// Elements one after the other, with FNC1 as 1D behind those whose length is not fixed.
    static func elements(of bytes: ArraySlice<UInt8>) -> [GS1Element]? {
        var (elements, rest) = ([GS1Element](), bytes)
        while !rest.isEmpty {
            guard let identifier = GS1ApplicationIdentifier.leading(rest), elements.count < mostFields
            else { return nil }
            rest = rest.dropFirst(identifier.digits.utf8.count)
            let end = identifier.predefinedLength.map { rest.startIndex + $0 } ?? rest.firstIndex(of: 0x1D)
            guard end ?? 0 <= rest.endIndex,
                let element = identifier.element(rest[..<(end ?? rest.endIndex)])
            else { return nil }
            elements.append(element)
            rest = end.map { rest[$0...] } ?? []
            if rest.first == 0x1D { rest = rest.dropFirst() }
        }
        return elements.isEmpty ? nil : elements
    }

    /// The number as GTIN-14. Those for use in one company, country or shop, for coupons and refunds are none (§1.4).
    private static func gtin(_ digits: [UInt8], type: MetadataObjectType) -> GS1Element? {
        let text = digits[...].text
        guard let number = type == .upce ? UPCE.ean13(of: text) : text,
            let prefix = Array((number.utf8.count == 12 ? "0" + number : number).utf8).prefix(3).number,
            !(number.utf8.count == 8 ? restrictedEAN8 : restricted).contains(where: { $0.contains(prefix) })
        else { return nil }
        let padded = String(repeating: "0", count: max(0, 14 - number.utf8.count)) + number
        return GS1ApplicationIdentifier.named("01")?.element(Array(padded.utf8)[...])
    }

    private static let restricted: [ClosedRange<Int>] = [20...29, 40...59, 200...299, 980...984, 990...999]
    private static let restrictedEAN8: [ClosedRange<Int>] = [0...99, 200...299]
}

extension MetadataObjectType {
    /// Whether it is EAN or UPC, which hold one number.
    var isRetailCode: Bool { [.ean13, .ean8, .upca, .upce].contains(self) }
}
