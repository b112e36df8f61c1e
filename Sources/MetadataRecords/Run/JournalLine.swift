import MetadataOutput

/// A line of a journal: words with blanks between, the last of them a digest of those before.
///
/// In a word a `%`, and all bytes that are no visible ASCII, are written as `%` and two digits.
enum JournalLine {
    private static let blank = UInt8(ascii: " ")
    private static let percent = UInt8(ascii: "%")

    /// The line with its line feed. A word may be any bytes.
    static func bytes(of words: [[UInt8]]) -> [UInt8] {
        let text = Array(words.map(escaped).joined(separator: [blank]))
        return text + [blank] + digest(of: text) + [UInt8(ascii: "\n")]
    }

    /// The words of a line, with its line feed or without; nil where the digest is not theirs.
    static func words(in line: some Sequence<UInt8>) -> [[UInt8]]? {
        let line = Array(line.prefix { $0 != UInt8(ascii: "\n") })
        guard let end = line.lastIndex(of: blank), Array(line[(end + 1)...]) == digest(of: line[..<end])
        else {
            return nil
        }
        return line[..<end].split(separator: blank, omittingEmptySubsequences: false).map(unescaped)
    }

    private static func digest(of text: some Sequence<UInt8>) -> [UInt8] {
        Array(String(StableHash.fnv1a(text), radix: 16).utf8)
    }

    private static func escaped(_ word: [UInt8]) -> [UInt8] {
        word.flatMap { byte in
            guard byte == percent || !(0x21...0x7e).contains(byte) else { return [byte] }
            return [percent] + Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
        }
    }

    private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
