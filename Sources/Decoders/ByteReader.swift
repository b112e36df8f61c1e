/// Whole numbers at places of somebody's bytes; nil past the end.
struct ByteReader {
    enum Order { case little, big }

    private let bytes: ArraySlice<UInt8>
    private let order: Order

    /// - Parameter bytes: Places are counted from the first of them.
    init(_ bytes: ArraySlice<UInt8>, order: Order) {
        self.bytes = bytes
        self.order = order
    }

    /// How many bytes there are.
    var count: Int { bytes.count }

    func uint16(at offset: Int) -> UInt16? {
        integer(at: offset, size: 2).map(UInt16.init(truncatingIfNeeded:))
    }

    func uint32(at offset: Int) -> UInt32? {
        integer(at: offset, size: 4).map(UInt32.init(truncatingIfNeeded:))
    }

    /// The bytes from `offset` on, `count` of them; nil if there are fewer.
    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
        return bytes[bytes.startIndex + offset..<bytes.startIndex + offset + count]
    }

    private func integer(at offset: Int, size: Int) -> UInt64? {
        guard let slice = slice(at: offset, count: size) else { return nil }
        switch order {
        case .big: return slice.reduce(0) { $0 << 8 | UInt64($1) }
        case .little: return slice.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
