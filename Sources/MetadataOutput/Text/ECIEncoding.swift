import Foundation

/// The character encoding that an ECI number names (AIM Inc. ITS/04-023, part 3).
struct ECIEncoding: Sendable, Hashable {
    private let encoding: String.Encoding

    /// Nil for numbers that name no encoding known here: 899 is binary, others are private or not characters.
    init?(eci: Int) {
        guard let encoding = Self.encodings[eci] else { return nil }
        self.encoding = encoding
    }

    /// The text, or nil where the bytes are not of this encoding.
    func text(of bytes: [UInt8]) -> String? {
        if encoding == .utf8 { return String(validating: bytes, as: UTF8.self) }
        return String(bytes: bytes, encoding: encoding)
    }

    private static let gb18030 = coreFoundation(0x0632)

    private static let encodings: [Int: String.Encoding] = {
        var table: [Int: String.Encoding] = [
            0: coreFoundation(0x0400), 2: coreFoundation(0x0400),  // code page 437
            1: .isoLatin1, 3: .isoLatin1,
            20: .shiftJIS,
            21: .windowsCP1250, 22: .windowsCP1251, 23: .windowsCP1252, 24: coreFoundation(0x0506),
            25: .utf16BigEndian, 33: .utf16LittleEndian, 34: .utf32BigEndian, 35: .utf32LittleEndian,
            26: .utf8,
            27: .ascii, 170: .ascii,
            28: coreFoundation(0x0A03),  // Big5
            29: gb18030, 31: gb18030, 32: gb18030,  // GB 2312 and GBK are parts of GB 18030
            30: coreFoundation(0x0940),  // EUC-KR
        ]
        // ECI 4…18 are ISO/IEC 8859-2…16; there is no part 12.
        for part in 2...16 where part != 12 {
            table[part + 2] = coreFoundation(0x0200 + UInt(part))
        }
        return table
    }()

    /// Foundation's name for an encoding that it has no constant for: Core Foundation's number with this bit set.
    private static func coreFoundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
