/// A tar archive made by hand.
struct TarBlocks {
    private(set) var bytes: [UInt8] = []

    /// Adds a member: a header, its data, and what fills the last block.
    mutating func add(
        _ name: [UInt8], _ data: [UInt8] = FakeDecoder.signature, type: Character = "0", size: [UInt8]? = nil,
        change: (inout [UInt8]) -> Void = { _ in }
    ) {
        var block = [UInt8](repeating: 0, count: 512)
        block.put(name.prefix(100), at: 0)
        block.put(size ?? Self.octal(data.count), at: 124)
        block.put(Self.octal(1_700_000_000), at: 136)
        block[156] = type.asciiValue ?? 0
        block.put("ustar\u{0}00".utf8, at: 257)
        change(&block)
        block.put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148)
        block.put(Self.octal(block.reduce(0) { $0 + Int($1) }).suffix(6) + [0], at: 148)
        bytes += block + data + Array(repeating: 0, count: (512 - data.count % 512) % 512)
    }

    mutating func add(_ name: String, _ data: [UInt8] = FakeDecoder.signature, type: Character = "0") {
        add(Array(name.utf8), data, type: type)
    }

    /// Adds the end mark.
    mutating func end() { bytes += Array(repeating: 0, count: 1_024) }

    /// Eleven digits.
    static func octal(_ number: Int) -> [UInt8] {
        let digits = String(number, radix: 8)
        return Array((String(repeating: "0", count: 11 - digits.count) + digits).utf8)
    }

    /// A record of a POSIX extended header.
    static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
        var length = rest.count + 1
        while rest.count + String(length).count != length { length += 1 }
        return Array(String(length).utf8) + rest
    }
}

extension [UInt8] {
    mutating func put(_ bytes: some Collection<UInt8>, at place: Int) {
        replaceSubrange(place..<(place + bytes.count), with: bytes)
    }
}
