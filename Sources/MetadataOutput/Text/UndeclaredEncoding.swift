/// The likeliest encoding of bytes that name none and are not UTF-8.
///
/// Symbols with Japanese, Chinese or Korean text are commonly in their country's encoding without saying so, others in
/// Latin-1, which is the default of ISO/IEC 18004. Nearly every sequence of bytes is valid in several of them. Each has
/// its cost: little for characters that texts are made of, much for rare ones.
enum UndeclaredEncoding {
    /// Nil where none is likely.
    static func likeliest(of bytes: [UInt8]) -> ECIEncoding? {
        let costs: [(encoding: ECIEncoding, cost: Int?)] = [
            (.latin1, SingleByteCost.latin1(bytes)),
            (.shiftJIS, DoubleByteCost.total(of: bytes, in: .shiftJIS)),
            (.gb18030, DoubleByteCost.total(of: bytes, in: .gb18030)),
            (.big5, DoubleByteCost.total(of: bytes, in: .big5)),
            (.eucKR, DoubleByteCost.total(of: bytes, in: .eucKR)),
            (.windows1252, SingleByteCost.windows1252(bytes)),
        ]
        var best: (encoding: ECIEncoding, cost: Int)?
        for (encoding, cost) in costs {
            // Of equal ones the first.
            if let cost, cost < best?.cost ?? .max { best = (encoding, cost) }
        }
        return best?.encoding
    }
}

/// What a text of one byte a character costs: accented letters stand alone among ASCII ones, seldom in pairs but in the middle of a
/// word, as in INFORMAÇÕES or PÄÄSY.
private enum SingleByteCost {
    /// Nil where there are bytes 80…9F, which are controls.
    static func latin1(_ bytes: [UInt8]) -> Int? {
        bytes.contains { (0x80..<0xA0).contains($0) } ? nil : total(of: bytes)
    }

    /// Nil where the letters are not mostly ASCII: most binary data would be text otherwise.
    static func windows1252(_ bytes: [UInt8]) -> Int? {
        guard bytes.count(where: { $0 >= 0x80 }) * 3 <= bytes.count + 1 else { return nil }
        return total(of: bytes) + bytes.indices.count { isOddSign($0, of: bytes) } * oddSign
    }

    private static let oddSign = 60

    /// Whether one of the signs that windows-1252 adds to Latin-1 stands where texts hardly have it. It is rather the first half of a
    /// kanji then, of which the second is often an ASCII character.
    private static func isOddSign(_ place: Int, of bytes: [UInt8]) -> Bool {
        let sign = bytes[place]
        guard (0x80..<0xA0).contains(sign) else { return false }
        let before = place > 0 ? bytes[place - 1] : 0x20
        let after = place + 1 < bytes.count ? bytes[place + 1] : 0x20
        if "@[\\]^_`{|}~".utf8.contains(after) { return true }
        return switch sign {
        // The euro, and dots.
        case 0x80, 0x85: false
        // Dashes join words, or stand apart from both.
        case 0x96, 0x97: isOfWord(before) != isOfWord(after)
        // The apostrophe.
        case 0x92: isLetter(after) && !isOfWord(before)
        // Letters.
        case 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: !isLetter(before) && !isLetter(after)
        // Quotation marks and the bullet stand at one side of a word.
        case 0x82, 0x84, 0x8B, 0x91, 0x93...0x95, 0x9B: isOfWord(before) && isOfWord(after)
        default: isLetter(after)
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool { byte.isDigit || isLetter(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte & ~0x20).isUppercase || byte >= 0xC0 }

    private static func total(of bytes: [UInt8]) -> Int {
        var total = 0
        for (place, byte) in bytes.enumerated() where byte >= 0x80 {
            let followsHigh = place > 0 && bytes[place - 1] >= 0x80
            total +=
                (isAccented(byte) ? 10 : 30) + (followsHigh && !isPair(endingAt: place, of: bytes) ? 50 : 0)
        }
        return total
    }

    private static func isAccented(_ byte: UInt8) -> Bool { byte >= 0xC0 && byte != 0xD7 && byte != 0xF7 }

    /// Whether two accented letters, and no more, stand between letters of ASCII that are as large or small as they are.
    private static func isPair(endingAt place: Int, of bytes: [UInt8]) -> Bool {
        guard place >= 2, place + 1 < bytes.count, isAccented(bytes[place]), isAccented(bytes[place - 1])
        else {
            return false
        }
        let letters: ClosedRange<UInt8> = bytes[place] < 0xE0 ? 0x41...0x5A : 0x61...0x7A
        return (bytes[place - 1] < 0xE0) == (bytes[place] < 0xE0) && letters ~= bytes[place - 2]
            && letters ~= bytes[place + 1]
    }
}

/// What a text of two bytes a character costs, ASCII excepted.
private enum DoubleByteCost {
    private static let common = 20
    private static let usual = 40
    private static let rare = 90
    private static let odd = 120
    /// More than this a character is no text.
    private static let most = 70

    /// Nil where the bytes are not of the encoding, or hardly a text.
    static func total(of bytes: [UInt8], in encoding: ECIEncoding) -> Int? {
        guard let text = encoding.text(of: bytes),
            // User-defined characters decode to private ones, which nobody can read.
            !text.unicodeScalars.contains(where: {
                (0xE000...0xF8FF).contains($0.value) || $0.value == 0xFFFD
            })
        else { return nil }
        var (total, count, place) = (0, 0, 0)
        while place < bytes.count {
            let (cost, length) = character(at: place, of: bytes, in: encoding)
            total += cost
            count += cost > 0 ? 1 : 0
            place += length
        }
        total -= CommonCharacters.count(in: text, of: encoding) * (usual - common)
        return total <= most * count ? total : nil
    }

    private static func character(
        at place: Int, of bytes: [UInt8], in encoding: ECIEncoding
    ) -> (cost: Int, length: Int) {
        let lead = bytes[place]
        let trail = place + 1 < bytes.count ? bytes[place + 1] : 0
        if lead < 0x80 { return (0, 1) }
        return switch encoding {
        case .shiftJIS:
            // Half-width katakana come in words; Latin-1 has its letters there.
            halfWidthKatakana ~= lead
                ? (isInWord(place, of: bytes) ? common - 1 : rare, 1) : (shiftJIS(lead, trail), 2)
        case .gb18030: trail < 0x40 ? (odd, 4) : (trail < 0xA1 ? odd : gb2312(lead), 2)
        case .big5: (big5(lead), 2)
        default: (eucKR(lead), 2)
        }
    }

    private static let halfWidthKatakana: ClosedRange<UInt8> = 0xA1...0xDF

    private static func isInWord(_ place: Int, of bytes: [UInt8]) -> Bool {
        // Three are enough; a run of them may be long.
        let before = bytes[..<place].suffix(3).reversed().prefix { halfWidthKatakana ~= $0 }
        let after = bytes[place...].prefix(3).prefix { halfWidthKatakana ~= $0 }
        return before.count + after.count >= 3
    }

    /// Kana, signs, the 2,965 kanji of level 1, which end at 98 72, others.
    private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> Int {
        switch lead {
        case 0x82...0x83: common
        case 0x81: 30
        case 0x88...0x97: usual
        case 0x98 where trail <= 0x72: usual
        default: rare
        }
    }

    /// Signs, the 3,755 hanzi of level 1, those of level 2.
    private static func gb2312(_ lead: UInt8) -> Int {
        switch lead {
        case 0xA1...0xA3: 35
        case 0xB0...0xD7: usual
        case 0xD8...0xF7: rare
        default: odd
        }
    }

    /// Signs, the 5,401 hanzi of level 1, those of level 2.
    private static func big5(_ lead: UInt8) -> Int {
        switch lead {
        case 0xA1...0xA3: 35
        case 0xA4...0xC6: usual
        case 0xC9...0xF9: rare
        default: odd
        }
    }

    /// Signs, the 2,350 syllables of KS X 1001, its hanja. Syllables without a common one among them are rather Chinese.
    private static func eucKR(_ lead: UInt8) -> Int {
        switch lead {
        case 0xA1...0xA3: 36
        case 0xB0...0xC8: usual + 2
        case 0xCA...0xFD: rare
        default: odd
        }
    }
}
