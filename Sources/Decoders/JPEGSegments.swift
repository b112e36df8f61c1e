/// The segments of a JPEG file from its start to the first scan, one after the other.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// A marker and what belongs to it.
    struct Segment {
        /// The marker's second byte: 0xE1 is APP1.
        let marker: UInt8
        /// What follows marker and length.
        let content: ArraySlice<UInt8>
        /// All of it, marker and length included, in the file.
        let range: Range<Int>
    }

    private let bytes: [UInt8]
    /// Where the next marker stands.
    private(set) var offset = 2

    init(of bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the walk has come to the first scan.
    var isAtScan: Bool { nextMarker?.marker == 0xDA }

    /// The next segment; nil at the first scan, at the end, and where the file makes no sense.
    mutating func next() -> Segment? {
        guard let (marker, end) = nextMarker, marker >= 0xC0, !(0xD0...0xDA).contains(marker),
            end + 1 < bytes.count
        else { return nil }
        let length = Int(bytes[end]) << 8 | Int(bytes[end + 1])
        guard length >= 2, end + length <= bytes.count else { return nil }
        defer { offset = end + length }
        return Segment(
            marker: marker, content: bytes[(end + 2)..<(end + length)], range: offset..<(end + length))
    }

    /// The marker at ``offset`` and where it ends; any number of fill bytes may stand before it.
    private var nextMarker: (marker: UInt8, end: Int)? {
        guard offset < bytes.count, bytes[offset] == 0xFF,
            let index = bytes[offset...].firstIndex(where: { $0 != 0xFF })
        else { return nil }
        return (bytes[index], index + 1)
    }
}
