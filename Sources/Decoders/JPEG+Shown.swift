extension JPEG {
    /// The first picture's tables, frame and scans, and nothing else that its file holds. Of the kinds that browsers
    /// show: baseline, extended, progressive by Huffman, whole to the end marker, behind which nothing belongs to it.
    static func shown(_ bytes: [UInt8]) -> ShownPicture? {
        var segments = JPEGSegments(of: bytes)
        var kept: [UInt8] = [0xFF, 0xD8]
        var isShown = false
        while true {
            if let segment = segments.next() {
                isShown = isShown || (0xC0...0xC2).contains(segment.marker)
                guard let needed = needed(of: segment) else { continue }
                append(segment.marker, needed, to: &kept)
            } else if let scan = segments.nextScan() {
                append(scan.header.marker, scan.header.content, to: &kept)
                kept += scan.data
            } else {
                break
            }
        }
        guard isShown, segments.isAtEnd else { return nil }
        return ShownPicture(
            mediaType: "image/jpeg", bytes: kept + [0xFF, 0xD9], orientation: orientation(in: bytes))
    }

    /// What decoding needs of a segment's content; nil if nothing.
    private static func needed(of segment: JPEGSegments.Segment) -> ArraySlice<UInt8>? {
        switch segment.marker {
        // Frames, Huffman tables, conditions of arithmetic coding, quantisation tables, the restart interval.
        case 0xC0...0xCF, 0xDB, 0xDD: return segment.content
        // JFIF and Adobe tell what the components are. Of JFIF: its name, version 1.1, no density, no thumbnail.
        case 0xE0 where segment.content.starts(with: jfif) && segment.content.count >= 14:
            return jfif + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        // Of Adobe: its name, version 100, no flags, the colour transform.
        case 0xEE where segment.content.starts(with: adobe) && segment.content.count >= 12:
            return adobe + [0, 100, 0, 0, 0, 0, segment.content[segment.content.startIndex + 11]]
        default: return nil
        }
    }

    private static let jfif: ArraySlice<UInt8> = "JFIF\0".utf8.map { $0 }[...]
    private static let adobe: ArraySlice<UInt8> = "Adobe".utf8.map { $0 }[...]

    private static func append(_ marker: UInt8, _ content: ArraySlice<UInt8>, to file: inout [UInt8]) {
        let length = content.count + 2
        file += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
        file += content
    }
}
