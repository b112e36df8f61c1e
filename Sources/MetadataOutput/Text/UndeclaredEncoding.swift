import Foundation

/// Shift-JIS or Latin-1, for bytes that name no encoding and are not UTF-8.
///
/// QR symbols with Japanese text are commonly Shift-JIS without saying so, others Latin-1, which is the default of
/// ISO/IEC 18004. Nearly every sequence of bytes is valid in one of them, so what is likely decides.
enum UndeclaredEncoding {
    /// The text, or nil where neither encoding is likely.
    static func text(of bytes: [UInt8]) -> String? {
        // Latin-1 text has no bytes 80…9F, and Japanese text nearly always has: all kana, signs and the commoner
        // half of the kanji begin with 81…9F.
        if bytes.contains(where: { (0x80...0x9F).contains($0) }) { return shiftJIS(bytes) }
        if isHalfWidthKatakana(bytes) { return shiftJIS(bytes) }
        return String(bytes: bytes, encoding: .isoLatin1)
    }

    private static func shiftJIS(_ bytes: [UInt8]) -> String? {
        guard let text = String(bytes: bytes, encoding: .shiftJIS) else { return nil }
        // User-defined characters decode to private ones, which nobody can read.
        let isReadable = text.unicodeScalars.allSatisfy { !(0xE000...0xF8FF).contains($0.value) }
        return isReadable ? text : nil
    }

    /// Whether most bytes over 7F stand in runs of three and more within A6…DF. Latin-1 has its letters there,
    /// but alone or in pairs among ASCII ones.
    private static func isHalfWidthKatakana(_ bytes: [UInt8]) -> Bool {
        var (inRuns, high, run) = (0, 0, 0)
        for byte in bytes + [0] {
            if byte >= 0x80 { high += 1 }
            if (0xA6...0xDF).contains(byte) {
                run += 1
                continue
            }
            if run >= 3 { inRuns += run }
            run = 0
        }
        return inRuns * 2 > high
    }
}
