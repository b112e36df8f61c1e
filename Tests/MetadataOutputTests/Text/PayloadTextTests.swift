import MetadataOutput
import Testing

@Suite struct PayloadTextTests {
    /// Bytes without an ECI and what they say; nil where they are no text.
    static let undeclared: [(bytes: [UInt8], text: String?)] = [
        ([], ""),
        (Array("plain ASCII\r\n\tand lines".utf8), "plain ASCII\r\n\tand lines"),
        (Array("Grüße, żółć, Привет, 日本語 🙂".utf8), "Grüße, żółć, Привет, 日本語 🙂"),
        // Shift-JIS: kanji, hiragana with ASCII, half-width katakana.
        ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
        ([0x82, 0xA0, 0x41, 0x82, 0xA2], "あAい"),
        ([0x2A, 0xC3, 0xDE, 0xBB, 0xDE, 0xB2, 0xDD, 0x2A], "*ﾃﾞｻﾞｲﾝ*"),
        // Latin-1: accented letters alone and in pairs.
        ([0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße"),
        ([0x63, 0x61, 0x66, 0xE9], "café"),
        ([0xC5, 0x72, 0x20, 0xC4, 0xD6], "År ÄÖ"),
        // In the middle of a word.
        (Array("PREVEN".utf8) + [0xC7, 0xC3] + Array("O".utf8), "PREVENÇÃO"),
        (Array("INFORMA".utf8) + [0xC7, 0xD5] + Array("ES".utf8), "INFORMAÇÕES"),
        (Array("P".utf8) + [0xC4, 0xC4] + Array("SYLIPPU 2026".utf8), "PÄÄSYLIPPU 2026"),
        (Array("R".utf8) + [0xC9, 0xC9] + Array("DITION".utf8), "RÉÉDITION"),
        // Beside a letter, and between others than it: hanzi.
        ([0x54, 0xD0, 0xF4], "T恤"), (Array("VIP".utf8) + [0xC7, 0xF8], "VIP区"),
        // GS1 separators and ISO/IEC 15434 envelopes are text.
        (Array("01095040000591101\u{1D}10ABC".utf8), "01095040000591101\u{1D}10ABC"),
        (Array("[)>\u{1E}06\u{1D}17V\u{1E}\u{04}".utf8), "[)>\u{1E}06\u{1D}17V\u{1E}\u{04}"),
        // Binary.
        ([0x00], nil),
        ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], nil),
        ([0x01, 0x02, 0x03, 0x04, 0x05, 0x06], nil),
        ([0x80, 0x81, 0xFE, 0xFF], nil),
        ([0x41, 0x7F], nil),
    ]

    /// Texts in encodings that the symbol does not name.
    static let guessed: [(bytes: [UInt8], text: String, encoding: String)] = [
        (Array("Grüße".utf8), "Grüße", "UTF-8"),
        ([0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße", "ISO-8859-1"),
        ([0x93, 0x8C, 0x8B, 0x9E, 0x93, 0x73], "東京都", "Shift_JIS"),
        ([0x83, 0x8F, 0x81, 0x5B, 0x83, 0x8B, 0x83, 0x68], "ワールド", "Shift_JIS"),
        // Second halves that are ASCII, alone and beside it; the first kanji of 98 are of level 1.
        ([0x93, 0x5F], "点", "Shift_JIS"), ([0x98, 0x61], "和", "Shift_JIS"),
        ([0x31, 0x30, 0x30, 0x89, 0x7E], "100円", "Shift_JIS"),
        ([0x41, 0x42, 0x2D, 0x8E, 0x52, 0x93, 0x63], "AB-山田", "Shift_JIS"),
        ([0x4E, 0x6F, 0x2E, 0x97, 0x6C, 0x2D, 0x31, 0x32], "No.様-12", "Shift_JIS"),
        ([0xD6, 0xD0, 0xB9, 0xFA], "中国", "GB18030"),
        ([0xB1, 0xB1, 0xBE, 0xA9], "北京", "GB18030"),
        ([0xC4, 0xE3, 0xBA, 0xC3, 0x21], "你好!", "GB18030"),
        ([0xBB, 0x4F, 0xA5, 0x5F, 0xA5, 0xAB], "臺北市", "Big5"),
        ([0xA4, 0xA4, 0xA4, 0xE5], "中文", "Big5"),
        ([0xBC, 0xAD, 0xBF, 0xEF, 0xBD, 0xC3], "서울시", "EUC-KR"),
        ([0xB4, 0xEB, 0xC7, 0xD1, 0xB9, 0xCE, 0xB1, 0xB9], "대한민국", "EUC-KR"),
        ([0x93, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x94, 0x20, 0x80, 0x35], "“Hello” €5", "windows-1252"),
        ([0x69, 0x74, 0x92, 0x73], "it’s", "windows-1252"),
        ([0x4D, 0x6F, 0x96, 0x46, 0x72], "Mo–Fr", "windows-1252"),
        ([0x63, 0x9C, 0x75, 0x72], "cœur", "windows-1252"),
        ([0x95, 0x69, 0x74, 0x65, 0x6D], "•item", "windows-1252"),
    ]

    @Test(arguments: guessed.indices) func likeliestEncoding(index: Int) {
        let vector = Self.guessed[index]
        let read = PayloadText([.init(bytes: vector.bytes)], in: .qr)
        #expect(read?.text == vector.text)
        #expect(read?.encoding == vector.encoding)
        #expect(read?.isEncodingGuessed == true)
    }

    /// What says its encoding is not guessed, and where it makes no difference none is told.
    @Test func namedEncodings() {
        let latin = PayloadText([.init(eci: 3, bytes: [0xFC])], in: .qr)
        #expect(latin?.encoding == "ISO-8859-1" && latin?.isEncodingGuessed == false)
        let ascii = PayloadText([.init(eci: 26, bytes: [0x41]), .init(bytes: [0x42])], in: .qr)
        #expect(ascii?.text == "AB" && ascii?.encoding == nil && ascii?.isEncodingGuessed == false)
        let several = PayloadText([.init(eci: 3, bytes: [0xFC]), .init(eci: 7, bytes: [0xB6])], in: .qr)
        #expect(several?.text == "üЖ" && several?.encoding == nil && several?.isEncodingGuessed == false)
    }

    /// ISO/IEC 15417 has FNC4 for the other half of Latin-1, and no other character set.
    @Test func aCode128IsInLatin1() {
        let bytes: [UInt8] = [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68, 0xC3, 0xA9]
        let read = PayloadText([.init(bytes: bytes)], in: .code128)
        #expect(read?.text == "Z\u{FC}rich\u{C3}\u{A9}")
        #expect(read?.encoding == "ISO-8859-1" && read?.isEncodingGuessed == false)
        #expect(PayloadText([.init(eci: 26, bytes: [0xC3, 0xA9])], in: .code128)?.text == "\u{E9}")
    }

    @Test(arguments: undeclared.indices) func withoutECI(index: Int) {
        let vector = Self.undeclared[index]
        #expect(PayloadText([.init(bytes: vector.bytes)], in: .qr)?.text == vector.text, "\(vector.bytes)")
    }

    static let declared: [(eci: Int, bytes: [UInt8], text: String?)] = [
        (2, [0x81], "ü"),
        (3, [0x93, 0x41], nil),
        (3, [0xFC], "ü"),
        (4, [0xB3], "ł"),
        (7, [0xB6], "Ж"),
        (9, [0xE1], "α"),
        (17, [0xA4], "€"),
        (20, [0x93, 0x5F], "点"),
        (21, [0xB3], "ł"),
        (22, [0xC6], "Ж"),
        (23, [0x80], "€"),
        (25, [0x00, 0x41, 0x30, 0x42], "Aあ"),
        (26, [0xF0, 0x9F, 0x99, 0x82], "🙂"),
        (26, [0xFF], nil),
        (27, [0x41], "A"),
        (27, [0xC1], nil),
        (28, [0xA4, 0xA4], "中"),
        (29, [0xB0, 0xA2], "阿"),
        (30, [0xB0, 0xA1], "가"),
        (32, [0x81, 0x30, 0x81, 0x30], nil),
        (33, [0x41, 0x00], "A"),
        (899, [0x41], nil),
        (12345, [0x41], nil),
    ]

    @Test(arguments: declared.indices) func withECI(index: Int) {
        let vector = Self.declared[index]
        let segment = PayloadText.Segment(eci: vector.eci, bytes: vector.bytes)
        #expect(PayloadText([segment], in: .qr)?.text == vector.text, "ECI \(vector.eci)")
    }

    /// Of these bytes alone another text is likelier, such as "No.ŠK".
    @Test func modesOfAQRCodeNameTheirCharacters() {
        func text(_ segments: PayloadText.Segment...) -> PayloadText? { PayloadText(segments, in: .qr) }
        let letters = PayloadText.Segment(bytes: Array("No.".utf8))
        let kanji = text(letters, .init(mode: .kanji, bytes: [0x8A, 0x4B]))
        #expect(kanji?.text == "No.階" && kanji?.encoding == "Shift_JIS" && kanji?.isEncodingGuessed == false)
        let hanzi = text(letters, .init(mode: .hanzi, bytes: [0xBA, 0xBA]))
        #expect(hanzi?.text == "No.汉" && hanzi?.encoding == "GB18030" && hanzi?.isEncodingGuessed == false)
        // Of the rest UTF-8 is UTF-8, and what is not is rather katakana.
        let accented = PayloadText.Segment(bytes: Array("é".utf8))
        let mixed = text(accented, .init(mode: .kanji, bytes: [0x93, 0xFA]))
        #expect(mixed?.text == "é日" && mixed?.encoding == nil)
        let katakana = text(.init(bytes: [0xB1]), .init(mode: .kanji, bytes: [0x93, 0xFA]))
        #expect(katakana?.text == "ｱ日" && katakana?.isEncodingGuessed == true)
    }

    /// One segment without an encoding spoils the whole: half a text would mislead.
    @Test func segmentsAreJoined() {
        let ab = PayloadText.Segment(bytes: [0x41, 0x42])
        let cyrillic = PayloadText.Segment(eci: 7, bytes: [0xB6])
        let binary = PayloadText.Segment(eci: 899, bytes: [0xB6])
        #expect(PayloadText([ab, cyrillic], in: .qr)?.text == "ABЖ")
        #expect(PayloadText([ab, binary], in: .qr) == nil)
    }
}
