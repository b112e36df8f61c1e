import Foundation

/// A character encoding, and the ECI numbers that name it (AIM Inc. ITS/04-023, part 3).
struct ECIEncoding: Sendable, Hashable {
    /// As IANA names it.
    let name: String
    private let encoding: String.Encoding

    private init(_ name: String, _ encoding: String.Encoding) {
        self.name = name
        self.encoding = encoding
    }

    /// Nil for numbers that name no encoding known here: 899 is binary, others are private or not characters.
    init?(eci: Int) {
        guard let encoding = Self.encodings[eci] else { return nil }
        self = encoding
    }

    /// By IANA's name in any letters; nil where it is not known here.
    init?(name: String) {
        guard let encoding = Self.encodings.values.first(where: { $0.name.lowercased() == name.lowercased() })
        else { return nil }
        self = encoding
    }

    /// The text, or nil where the bytes are not of this encoding.
    func text(of bytes: [UInt8]) -> String? {
        if encoding == .utf8 { return String(validating: bytes, as: UTF8.self) }
        return String(bytes: bytes, encoding: encoding)
    }

    static let utf8 = Self("UTF-8", .utf8)
    static let latin1 = Self("ISO-8859-1", .isoLatin1)
    static let windows1252 = Self("windows-1252", .windowsCP1252)
    static let shiftJIS = Self("Shift_JIS", .shiftJIS)
    static let gb18030 = Self("GB18030", coreFoundation(0x0632))
    static let big5 = Self("Big5", coreFoundation(0x0A03))
    static let eucKR = Self("EUC-KR", coreFoundation(0x0940))

    private static let encodings: [Int: ECIEncoding] = {
        let codePage437 = Self("IBM437", coreFoundation(0x0400))
        let ascii = Self("US-ASCII", .ascii)
        var table: [Int: ECIEncoding] = [
            0: codePage437, 2: codePage437, 1: latin1, 3: latin1, 20: shiftJIS,
            21: Self("windows-1250", .windowsCP1250), 22: Self("windows-1251", .windowsCP1251),
            23: windows1252, 24: Self("windows-1256", coreFoundation(0x0506)),
            25: Self("UTF-16BE", .utf16BigEndian), 33: Self("UTF-16LE", .utf16LittleEndian),
            34: Self("UTF-32BE", .utf32BigEndian), 35: Self("UTF-32LE", .utf32LittleEndian), 26: utf8,
            27: ascii, 170: ascii, 28: big5,
            29: gb18030, 31: gb18030, 32: gb18030,  // GB 2312 and GBK are parts of GB 18030
            30: eucKR,
        ]
        // ECI 4…18 are ISO/IEC 8859-2…16; there is no part 12.
        for part in 2...16 where part != 12 {
            table[part + 2] = Self("ISO-8859-\(part)", coreFoundation(0x0200 + UInt(part)))
        }
        return table
    }()

    /// Foundation's name for an encoding that it has no constant for: Core Foundation's number with this bit set.
    private static func coreFoundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
