import MetadataOutput

/// A linear symbol's type and characters in one form, whichever engine read them.
enum LinearContent {
    /// ITF-14 for 14 digits with a right check digit, else interleaved 2 of 5.
    static func type(ofInterleaved digits: [UInt8]) -> MetadataObjectType {
        digits.count == 14 && GS1CheckDigit.isRight(digits) ? .itf14 : .interleaved2of5
    }

    /// What a Code 39 of these characters is, of the types that are asked for, and what it says; nil for none of them.
    ///
    /// Where a plain Code 39 is wanted it is one: of any, one in 43 has a right check character by chance, and many
    /// numbers of six digits could be a Code 32.
    static func content(
        ofCode39 characters: [UInt8], wanted types: Set<MetadataObjectType>
    ) -> (type: MetadataObjectType, bytes: [UInt8])? {
        if types.contains(.code39) { return (.code39, characters) }
        if types.contains(.pzn), isPZN(characters) { return (.pzn, characters) }
        if types.contains(.code32), let digits = code32(characters) { return (.code32, digits) }
        if types.contains(.code39Mod43), hasCode39CheckCharacter(characters) {
            return (.code39Mod43, characters)
        }
        return nil
    }

    private static let code39Alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

    /// Whether the last character is the sum of the others, modulo 43 (ISO/IEC 16388, annex A).
    static func hasCode39CheckCharacter(_ characters: [UInt8]) -> Bool {
        guard characters.count >= 2 else { return false }
        var sum = 0
        for character in characters.dropLast() {
            guard let value = code39Alphabet.firstIndex(of: character) else { return false }
            sum += value
        }
        return characters.last == code39Alphabet[sum % 43]
    }

    /// Whether it is a `-` and 8 digits, the last of them the sum of the others by their places, modulo 11.
    static func isPZN(_ characters: [UInt8]) -> Bool {
        guard characters.count == 9, characters[0] == UInt8(ascii: "-") else { return false }
        let digits = characters.dropFirst().compactMap(digit)
        guard digits.count == 8 else { return false }
        return zip(digits, 1...7).reduce(0) { $0 + $1.0 * $1.1 } % 11 == digits[7]
    }

    /// `A` and the 9 digits that 6 characters of base 32 stand for, if the last digit is right: the others' sum, of which
    /// every second is doubled and its digits added.
    static func code32(_ characters: [UInt8]) -> [UInt8]? {
        let alphabet = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ".utf8)
        let values = characters.compactMap(alphabet.firstIndex)
        guard characters.count == 6, values.count == 6 else { return nil }
        let number = values.reduce(0) { $0 * 32 + $1 }
        let text = String(number)
        guard text.count <= 9 else { return nil }
        let digits = Array((String(repeating: "0", count: 9 - text.count) + text).utf8)
        let sum = digits.dropLast().compactMap(digit).enumerated().reduce(0) { sum, entry in
            let value = entry.offset.isMultiple(of: 2) ? entry.element : 2 * entry.element
            return sum + value / 10 + value % 10
        }
        return digits.last.flatMap(digit) == sum % 10 ? [UInt8(ascii: "A")] + digits : nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
