/// The segments of a JPEG file's first picture, one after the other; the walk halts at every scan.
struct JPEGSegments: Sequence, IteratorProtocol {
    /// A marker and what belongs to it.
    struct Segment {
        /// The marker's second byte: 0xE1 is APP1.
        let marker: UInt8
        /// What follows marker and length.
        let content: ArraySlice<UInt8>
    }

    /// A scan's header and the entropy-coded data behind it, with the restart markers in it.
    struct Scan {
        let header: Segment
        let data: ArraySlice<UInt8>
    }

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfPicture: UInt8 = 0xD9

    private let bytes: [UInt8]
    /// Where the next marker stands.
    private var offset = 2

    init(of bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the walk has come to the end of the picture.
    var isAtEnd: Bool { nextMarker?.marker == Self.endOfPicture }

    /// The next segment; nil at a scan, at the end, and where the file makes no sense.
    mutating func next() -> Segment? {
        guard let (segment, end) = nextSegment, segment.marker != Self.startOfScan else { return nil }
        offset = end
        return segment
    }

    /// The scan that the walk has come to; nil if it is elsewhere.
    mutating func nextScan() -> Scan? {
        guard let (header, start) = nextSegment, header.marker == Self.startOfScan else { return nil }
        offset = endOfData(from: start)
        return Scan(header: header, data: bytes[start..<offset])
    }

    /// The segment at ``offset`` and where it ends.
    private var nextSegment: (segment: Segment, end: Int)? {
        guard let (marker, start) = nextMarker, marker >= 0xC0,
            !(0xD0...Self.endOfPicture).contains(marker), start + 1 < bytes.count
        else { return nil }
        let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        guard length >= 2, start + length <= bytes.count else { return nil }
        return (Segment(marker: marker, content: bytes[(start + 2)..<(start + length)]), start + length)
    }

    /// The first marker from ``offset`` on and where it ends. Any number of fill bytes may stand before it, and what else
    /// is no marker is passed over, as libjpeg does.
    private var nextMarker: (marker: UInt8, end: Int)? {
        guard offset < bytes.count else { return nil }
        var place = offset
        while let mark = bytes[place...].firstIndex(of: 0xFF),
            let index = bytes[mark...].firstIndex(where: { $0 != 0xFF })
        {
            guard bytes[index] == 0 else { return (bytes[index], index + 1) }
            place = index + 1
        }
        return nil
    }

    /// Where the data of a scan ends: at a marker that is no restart, with the fill bytes before it, or with the file.
    private func endOfData(from start: Int) -> Int {
        var place = start
        while let mark = bytes[place...].firstIndex(of: 0xFF),
            let end = bytes[mark...].firstIndex(where: { $0 != 0xFF })
        {
            // A zero says that 0xFF was data.
            guard bytes[end] == 0 || (0xD0...0xD7).contains(bytes[end]) else { return mark }
            place = end + 1
        }
        return bytes.count
    }
}
