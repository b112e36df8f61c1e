/// A JPEG as its segments, which are put together anew without a look into the picture itself.
///
/// Cameras' Motion JPEG is what this is for: frames without Huffman tables, with `AVI1` where JFIF should be, and with
/// whatever was in the buffer behind the end.
package struct JPEGFile: Sendable {
    /// In pixels.
    package let width: Int
    package let height: Int
    /// Whether it has one component.
    package let isGrey: Bool

    /// A marker and what follows its length.
    private struct Segment {
        let marker: UInt8
        let content: ArraySlice<UInt8>

        /// The picture's size, if the segment is a frame's header.
        var size: (width: Int, height: Int)? {
            guard JPEGFile.frames.contains(marker), content.count >= 5 else { return nil }
            let numbers = content.prefix(5).map(Int.init)
            return (numbers[3] << 8 | numbers[4], numbers[1] << 8 | numbers[2])
        }
    }

    /// Those before the first scan.
    private let segments: [Segment]
    /// Everything before the first scan, as it came.
    private let head: ArraySlice<UInt8>
    /// From the first scan's marker to the end of the picture, its marker included.
    package let picture: ArraySlice<UInt8>

    /// Takes a JPEG apart.
    ///
    /// - Returns: nil if it has no frame, more than one, or no scan, or ends before its end marker.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var place = 2
        var segments: [Segment] = []
        var size: (width: Int, height: Int)?
        var components: UInt8?
        var start: Int
        while true {
            start = place
            guard let segment = Self.segment(of: bytes, at: &place) else { return nil }
            if segment.marker == 0xda { break }
            if let itsSize = segment.size {
                guard size == nil else { return nil }
                size = itsSize
                components = segment.content.dropFirst(5).first
            }
            segments.append(segment)
        }
        guard let size, size.width > 0, size.height > 0, let end = Self.end(of: bytes, from: place) else {
            return nil
        }
        (width, height) = size
        isGrey = components == 1
        self.segments = segments
        head = bytes[..<start]
        picture = bytes[start..<end]
    }

    /// Width and height in pixels as a JPEG's header says them, without a look at what is behind it; nil where it does not.
    package static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var place = 2
        while let segment = segment(of: bytes, at: &place), segment.marker != 0xda {
            if let size = segment.size { return size.width > 0 && size.height > 0 ? size : nil }
        }
        return nil
    }

    /// Baseline, extended, progressive, by Huffman or arithmetic; not what are tables and extensions.
    private static let frames: Set<UInt8> = Set(0xc0...0xcf).subtracting([0xc4, 0xc8, 0xcc])

    /// Reads the segment at a place and goes behind it.
    private static func segment(of bytes: [UInt8], at place: inout Int) -> Segment? {
        // Any number of fill bytes may stand before a marker.
        while place + 1 < bytes.count, bytes[place] == 0xff, bytes[place + 1] == 0xff { place += 1 }
        guard place + 3 < bytes.count, bytes[place] == 0xff, bytes[place + 1] >= 0xc0,
            !(0xd0...0xd9).contains(bytes[place + 1])
        else { return nil }
        let marker = bytes[place + 1]
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        guard length >= 2, place + 2 + length <= bytes.count else { return nil }
        defer { place += 2 + length }
        return Segment(marker: marker, content: bytes[(place + 4)..<(place + 2 + length)])
    }

    /// Where the picture ends, behind its end marker: other scans and tables between them belong to it.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while true {
            guard let mark = bytes[place...].firstIndex(of: 0xff), mark + 1 < bytes.count else { return nil }
            switch bytes[mark + 1] {
            // Data, restarts, fill bytes.
            case 0x00, 0xd0...0xd7: place = mark + 2
            case 0xff: place = mark + 1
            case 0xd9: return mark + 2
            default:
                place = mark
                guard segment(of: bytes, at: &place) != nil else { return nil }
            }
        }
    }

    /// Whether it has Huffman tables of its own.
    package var hasHuffmanTables: Bool { segments.contains { $0.marker == 0xc4 } }

    /// The file as it came, without what was behind its end, and with the standard Huffman tables if it has none: a frame
    /// of a movie.
    package var frame: [UInt8] { head + (hasHuffmanTables ? [] : JPEGTables.standardHuffman) + picture }

    /// The file with other EXIF, without the camera's own JFIF, `AVI1`, EXIF and comments, and with the standard Huffman
    /// tables if it has none. The picture is the same to the last bit.
    ///
    /// - Parameters:
    ///   - exif: The content of the EXIF segment, at most 65,533 bytes.
    ///   - xmp: That of the XMP segment, at most as long; nil for none.
    package func file(exif: [UInt8], xmp: [UInt8]? = nil) -> [UInt8] {
        precondition(max(exif.count, xmp?.count ?? 0) <= 65_533, "a segment has a length of 16 bits")
        var file: [UInt8] = [0xff, 0xd8]
        func put(_ marker: UInt8, _ content: some Collection<UInt8>) {
            let length = content.count + 2
            file += [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)]
            file += content
        }
        put(0xe1, exif)
        if let xmp { put(0xe1, xmp) }
        for segment in segments {
            switch segment.marker {
            // Of applications only Adobe's says something of the picture.
            case 0xe0...0xed, 0xef, 0xfe: continue
            default: put(segment.marker, segment.content)
            }
        }
        if !hasHuffmanTables { file += JPEGTables.standardHuffman }
        return file + picture
    }
}
