import MetadataOutput

/// Brings payloads to one form, so that a reader is judged by what it reads and not by how it writes it.
///
/// For everybody: UPC-A and UPC-E become EAN-13, and bytes are tried in the usual character sets. A lenient judge also
/// forgives what differs by readers' defaults: brackets of GS1 element strings, Codabar's start and stop letters, an
/// add-on written behind its EAN or UPC, one character set taken for another. Forms are UTF-8, so that texts are equal
/// only when their characters are the same ones.
struct CodeForms {
    let isLenient: Bool

    /// The type under which payloads are compared: types that readers exchange without a misreading are one.
    static func family(_ type: String) -> String {
        switch type {
        case "upce", "upca": "ean13"
        case "itf14": "interleaved2of5"
        case "code39Mod43", "code32", "pzn": "code39"
        case "gs1DataBarExpanded", "gs1DataBarLimited": "gs1DataBar"
        default: type
        }
    }

    /// All forms of the texts that count for a code that is there.
    func expected(_ code: TruePicture.Code) -> Set<[UInt8]> {
        var texts = [code.text].compactMap(\.self) + code.alternatives
        var forms: Set<[UInt8]> = []
        if let addOn = code.addOn, let text = code.text {
            texts += [text + addOn, "\(text) \(addOn)"]
            forms.insert(form(of: Array(text.utf8), type: code.type) + addOn.utf8)
        }
        return forms.union(texts.map { form(of: Array($0.utf8), type: code.type) })
    }

    /// All forms of what a reader reported.
    func reported(_ code: ReportedPicture.Code) -> Set<[UInt8]> {
        var texts: Set<[UInt8]> = []
        if let bytes = code.bytes { texts.formUnion(CharacterSets.texts(of: bytes)) }
        if let text = code.text {
            texts.insert(Array(text.utf8))
            if isLenient { texts.formUnion(CharacterSets.misjudged(text)) }
        }
        return Set(texts.map { form(of: $0, type: code.type) })
    }

    /// One text of a symbology in the form in which it is compared.
    func form(of text: [UInt8], type: String) -> [UInt8] {
        let family = Self.family(type)
        if family == "ean13" || family == "ean8" {
            return ean13(of: isLenient ? withoutAddOn(text) : text, type: type)
        }
        guard isLenient else { return text }
        if type == "codabar" { return withoutStartAndStop(text) }
        let plain = text.filter { ![UInt8(ascii: "("), UInt8(ascii: ")"), 0x1D].contains($0) }
        let isItem = plain.count == 16 && plain.allSatisfy(\.isDigit) && plain.starts(with: "01".utf8)
        return family == "gs1DataBar" && isItem ? Array(plain.dropFirst(2)) : plain
    }

    private func ean13(of text: [UInt8], type: String) -> [UInt8] {
        guard text.allSatisfy(\.isDigit) else { return text }
        if type == "upce", let whole = UPCE.ean13(of: String(decoding: text, as: UTF8.self)) {
            return Array(whole.utf8)
        }
        return text.count == 12 ? [UInt8(ascii: "0")] + text : text
    }

    /// A blank or plus sign with two or five digits at the end taken off.
    private func withoutAddOn(_ text: [UInt8]) -> [UInt8] {
        guard let blank = text.lastIndex(where: { " +".utf8.contains($0) }) else { return text }
        let addOn = text[(blank + 1)...]
        return [2, 5].contains(addOn.count) && addOn.allSatisfy(\.isDigit) ? Array(text[..<blank]) : text
    }

    private func withoutStartAndStop(_ text: [UInt8]) -> [UInt8] {
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "D")).contains(byte & 0xDF) }
        let rest = text.first.map(isLetter) == true ? text.dropFirst() : text[...]
        return Array(rest.last.map(isLetter) == true ? rest.dropLast() : rest)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
