import Foundation

/// The character sets in which payloads without a declaration are commonly written.
enum CharacterSets {
    /// The texts that bytes are, in each of the sets they are valid in, as UTF-8.
    static func texts(of bytes: [UInt8]) -> Set<[UInt8]> {
        Set(all.compactMap { String(bytes: bytes, encoding: $0).map { Array($0.utf8) } })
    }

    /// The texts it would be had a reader taken one set for another.
    static func misjudged(_ text: String) -> Set<[UInt8]> {
        // Two of Shift-JIS' characters are others in ASCII, and Foundation does not turn them back.
        let others: [Unicode.Scalar: Unicode.Scalar] = ["\u{A5}": "\\", "\u{203E}": "~"]
        var ascii = String.UnicodeScalarView()
        ascii.append(contentsOf: text.unicodeScalars.map { others[$0] ?? $0 })
        return all.reduce(into: [Array(String(ascii).utf8)]) { found, taken in
            if let data = text.data(using: taken) { found.formUnion(texts(of: Array(data))) }
        }
    }

    private static let all: [String.Encoding] =
        [.utf8, .shiftJIS, .isoLatin1]
        // Foundation has no constants for Windows' Shift-JIS, GB 18030, Big5, EUC-KR: Core Foundation's numbers.
        + [0x0420, 0x0632, 0x0A03, 0x0940].map { String.Encoding(rawValue: 0x8000_0000 | $0) }
}
