/// Reads the fields of a parameter set of H.264 (ITU-T H.264, 7.2 and 9.1), bit after bit.
struct BitReader {
    /// Why nothing can be read: the set ends, or says what none can.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var place = 0

    /// - Parameter unit: With its header; what was put between bytes so that none of them look like a start code is left out.
    init(_ unit: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit.dropFirst() {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    mutating func flag() throws(Malformed) -> Bool {
        guard place < bytes.count * 8 else { throw Malformed() }
        defer { place += 1 }
        return bytes[place / 8] & 0x80 >> UInt8(place % 8) != 0
    }

    /// A number of so many bits, 32 at most.
    mutating func number(_ bits: Int) throws(Malformed) -> Int {
        var number = 0
        for _ in 0..<bits { number = number << 1 | (try flag() ? 1 : 0) }
        return number
    }

    /// A number without a sign, of as many bits as it needs.
    mutating func count() throws(Malformed) -> Int {
        var zeros = 0
        while try !flag() {
            zeros += 1
            if zeros > 31 { throw Malformed() }
        }
        return (1 << zeros) - 1 + (try number(zeros))
    }

    /// The same with a sign.
    mutating func difference() throws(Malformed) -> Int {
        let count = try count()
        return count.isMultiple(of: 2) ? -count / 2 : (count + 1) / 2
    }
}
