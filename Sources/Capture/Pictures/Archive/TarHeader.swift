/// A header of a tar archive: one block of 512 bytes, as POSIX (ustar) and GNU have it.
struct TarHeader: Sendable {
    /// Bytes in a block.
    static let blockSize = 512

    /// What follows it, by its type flag.
    enum Kind: Sendable, Equatable {
        case file, folder
        /// A file of which only the parts that are not empty are there, as old GNU tar writes them; whether a block with
        /// more of its map follows.
        case sparse(isExtended: Bool)
        /// A link to another file, whose contents are not there.
        case link
        /// A device, or something that is not known; nothing to be read.
        case other
        /// A POSIX header with more about the next member.
        case extended
        /// A POSIX header about all members after it.
        case global
        /// GNU: the next member's path, which was too long for its header.
        case longName
        /// GNU: where the next member links to.
        case longLink
    }

    let path: [UInt8]
    let kind: Kind
    /// Bytes of data behind it.
    let size: Int
    /// Seconds since 1970.
    let modificationTime: Int

    /// Reads a block. Nil where its checksum is wrong, or a number is none.
    init?(_ block: [UInt8]) {
        guard block.count == Self.blockSize, Self.hasRightChecksum(block),
            let size = Self.number(block[124..<136]), size >= 0,
            let modificationTime = Self.number(block[136..<148])
        else { return nil }
        self.modificationTime = modificationTime
        // GNU's own format has other things where POSIX has the path's beginning.
        let isPOSIX = Array(block[257..<263]) == Array("ustar\0".utf8)
        let prefix = isPOSIX ? Self.text(block[345..<500]) : []
        let name = Self.text(block[0..<100])
        path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
        switch block[156] {
        case UInt8(ascii: "0"), 0, UInt8(ascii: "7"): kind = .file
        case UInt8(ascii: "1"), UInt8(ascii: "2"): kind = .link
        case UInt8(ascii: "5"): kind = .folder
        case UInt8(ascii: "S"): kind = .sparse(isExtended: block[482] != 0)
        case UInt8(ascii: "x"): kind = .extended
        case UInt8(ascii: "g"): kind = .global
        case UInt8(ascii: "L"): kind = .longName
        case UInt8(ascii: "K"): kind = .longLink
        default: kind = .other
        }
        // Some writers give the size of what a hard link is to; there is no data behind it.
        self.size = block[156] == UInt8(ascii: "1") ? 0 : size
    }

    /// A field's bytes up to the first zero.
    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

    /// Octal digits with blanks around them, or GNU's binary numbers, which begin with a byte of 80 or FF.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if let first = field.first, first & 0x80 != 0 {
            let isNegative = first == 0xFF
            let (high, low) = (field.dropFirst().dropLast(8), field.suffix(8))
            guard first == 0x80 || isNegative, high.allSatisfy({ $0 == (isNegative ? 0xFF : 0) }) else {
                return nil
            }
            let value = Int(truncatingIfNeeded: low.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
            return (value < 0) == isNegative ? value : nil
        }
        let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") && $0 != 0 }
        // Twelve digits of three bits at most.
        return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    private static func hasRightChecksum(_ block: [UInt8]) -> Bool {
        guard let checksum = number(block[148..<156]) else { return false }
        let others = block[..<148] + Array(repeating: UInt8(ascii: " "), count: 8) + block[156...]
        let sum = others.reduce(0) { $0 + Int($1) }
        // Some old writers took bytes for signed.
        return checksum == sum || checksum == others.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    }
}
