/// How movie files are put together: big-endian numbers within boxes within boxes.
extension [UInt8] {
    mutating func append16(_ value: some BinaryInteger) { append(value, byteCount: 2) }
    mutating func append32(_ value: some BinaryInteger) { append(value, byteCount: 4) }
    mutating func append64(_ value: some BinaryInteger) { append(value, byteCount: 8) }

    private mutating func append(_ value: some BinaryInteger, byteCount: Int) {
        for index in (0..<byteCount).reversed() {
            append(UInt8(truncatingIfNeeded: value >> (index * 8)))
        }
    }

    /// Appends a four-character code, as types of boxes are.
    mutating func append(code: StaticString) {
        precondition(code.utf8CodeUnitCount == 4, "codes have four characters")
        append(contentsOf: code.description.utf8)
    }

    mutating func append(zeros count: Int) {
        for _ in 0..<count { append(0) }
    }

    /// Appends a text, and the zero that ends it.
    mutating func append(ended text: String) {
        append(contentsOf: text.utf8)
        append(0)
    }

    /// Appends a box: its size, its type and what is in it.
    mutating func appendBox(_ type: StaticString, _ fill: (inout [UInt8]) -> Void) {
        let start = count
        append32(0)
        append(code: type)
        fill(&self)
        put32(count - start, at: start)
    }

    /// Appends a box that says its version and has flags.
    mutating func appendBox(
        _ type: StaticString, version: UInt8, flags: UInt32 = 0, _ fill: (inout [UInt8]) -> Void
    ) {
        appendBox(type) { box in
            box.append32(UInt32(version) << 24 | flags)
            fill(&box)
        }
    }

    /// Writes over four bytes that are there.
    mutating func put32(_ value: some BinaryInteger, at place: Int) {
        for index in 0..<4 { self[place + index] = UInt8(truncatingIfNeeded: value >> ((3 - index) * 8)) }
    }
}
