/// The syntax of GS1 element strings: application identifiers and their data (GS1 General Specifications, §3).
enum GS1ElementString {
    /// Whether the bytes can be cut into elements; what stands in each is not looked at.
    ///
    /// zbar misreads some alphanumeric DataBar Expanded symbols into texts that cannot.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let tens = digit(rest.first), let ones = digit(rest.dropFirst().first) else { return false }
            if let length = predefinedLength[tens * 10 + ones] {
                guard rest.count >= length else { return false }
                rest = rest.dropFirst(length)
                if rest.first == separator { rest = rest.dropFirst() }
            } else {
                let end = rest.firstIndex(of: separator) ?? rest.endIndex
                guard end - rest.startIndex > 2 else { return false }
                rest = rest[end...].dropFirst()
            }
        }
        return true
    }

    private static let separator: UInt8 = 0x1D

    /// Lengths, identifier included, of elements that need no separator after them, by the first two digits.
    private static let predefinedLength: [Int: Int] = {
        var lengths = [0: 20, 1: 16, 2: 16, 3: 16, 4: 18, 20: 4, 41: 16]
        for date in 11...19 { lengths[date] = 8 }
        for measure in 31...36 { lengths[measure] = 10 }
        return lengths
    }()

    private static func digit(_ byte: UInt8?) -> Int? {
        guard let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return Int(byte - UInt8(ascii: "0"))
    }
}
